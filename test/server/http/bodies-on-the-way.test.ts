import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { BODY_ALLOWANCES, LIMITS } from '../../../src-server/contract/limits';
import { eventually } from '../../support/eventually';
import { FakeClock } from '../../support/fake-clock';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const clock = new FakeClock();
const server = startedOnce(() => startTestServer({ parts: { clock } }));
const LARGEST = LIMITS.otherBody.max;
const ANONYMOUS = LIMITS.anonymousBody.max;
const sockets: Socket[] = [];

afterEach(async () => {
  await Promise.all(
    sockets.splice(0).map(async (socket) => {
      if (!socket.destroyed) await once(socket.destroy(), 'close');
    }),
  );
});

/** Sends the head of a request, and what is given of its body. @returns once the server has read the head */
async function begin(
  path: string,
  head: Readonly<Record<string, string | number>>,
  body = '',
): Promise<Socket> {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  const lines = Object.entries({ host: 'a', expect: '100-continue', ...head }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  if (body !== '') socket.write(body);
  return socket;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const exchange = (oneTimeToken: string) =>
  server.call('POST', '/auth/one-time-token', { oneTimeToken }, { token: null });

interface Customer {
  readonly app: string;
  readonly token: string;
}

async function newCustomer(): Promise<Customer> {
  const app = await server.create('/app', { name: 'C' });
  return { app, token: await server.portalToken(app) };
}

const putEndpoint = ({ app, token }: Customer) =>
  server.call('PUT', `/app/${app}/endpoint/one`, { url: 'http://127.0.0.1:9/' }, { token });

/** Begins a body of a customer, which takes its room. */
async function hold({ app }: Customer, token: string, size: number): Promise<void> {
  const path = `/app/${app}/endpoint`;
  await begin(`/api/v1${path}`, { ...bearer(token), 'content-length': size });
  // It gets its room once its token was looked up, which takes as long for what is asked after it.
  await server.call('GET', path, undefined, { token });
}

/** The same, until a customer has no room left. */
const fill = (customer: Customer, token: string, size: number) =>
  eventually(async () => {
    // Refused, and begun anew, where the endpoint of the round before was still in its place.
    await hold(customer, token, size);
    expect((await putEndpoint(customer)).status).toBe(429);
  });

const newLink = async (app: string) =>
  (await server.call('POST', `/auth/app-portal-access/${app}`, { oneTime: true })).json.token as string;

test('requests without a token hold no more than their share, and the sender does not notice', async () => {
  const { app } = await newCustomer();
  const link = await newLink(app);
  const head = { 'content-length': ANONYMOUS };
  const all = BODY_ALLOWANCES.anonymous / ANONYMOUS;
  await Promise.all(Array.from({ length: all }, () => begin('/api/v1/auth/one-time-token', head)));
  const refused = await exchange(link);
  expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'too_many_requests',
    '1',
  ]);
  expect((await server.call('POST', `/app/${app}/msg`, { eventType: 'a', payload: {} })).status).toBe(202);
  // Who sends nothing is not waited for, and the link that was refused was not used up.
  clock.advance(10_000);
  await eventually(async () => expect((await exchange(link)).status).toBe(200));
});

test('portals of one customer hold no more than their share, and those of another do not notice', async () => {
  const [customer, other] = [await newCustomer(), await newCustomer()];
  await hold(customer, customer.token, LARGEST);
  await fill(customer, await server.portalToken(customer.app), LARGEST);
  expect((await putEndpoint(other)).status).toBe(201);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => expect([200, 201]).toContain((await putEndpoint(customer)).status));
});

test('a body that does not announce its size is counted as it arrives', async () => {
  const customer = await newCustomer();
  await hold(customer, customer.token, LARGEST);
  await fill(customer, customer.token, LARGEST - 10);
  const head = { ...bearer(customer.token), 'transfer-encoding': 'chunked' };
  const chunks = await begin(`/api/v1/app/${customer.app}/endpoint`, head, 'a\r\n{         \r\n');
  const response = once(chunks, 'data');
  chunks.write('1\r\n}\r\n0\r\n\r\n');
  expect(String((await response)[0])).toMatch(/^HTTP\/1\.1 429 /);
});

test('the built-in receiver holds no more than its share', async () => {
  const kept = 64 * 1024;
  const all = BODY_ALLOWANCES.receiver / kept;
  await Promise.all(Array.from({ length: all }, () => begin('/receiver/full', { 'content-length': 1e6 })));
  const receive = () => fetch(`${server.baseUrl}/receiver/full`, { method: 'POST', body: 'x' });
  const refused = await receive();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  sockets[0]?.destroy();
  await eventually(async () => expect((await receive()).status).toBe(200));
});

test('a one-time link whose exchange got no response can be followed again', async () => {
  const { app } = await newCustomer();
  const link = await newLink(app);
  const body = JSON.stringify({ oneTimeToken: link });
  const socket = await begin('/api/v1/auth/one-time-token', { 'content-length': body.length }, body);
  socket.destroy();
  await once(socket, 'close');
  await eventually(async () => expect((await exchange(link)).status).toBe(200));
  expect((await exchange(link)).status).toBe(401);
});
