import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { serverText } from '../../../src-server/contract/signed-request';
import { type SigningPage, signedHeader } from '../../support/request-signer';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

let aheadMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
const server = startedOnce(() => startTestServer({ parts: { clock } }));

interface Page extends SigningPage {
  readonly id: string;
  readonly cookie: string;
  readonly pageKey: string;
}

interface SignedPart {
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
}

/** Logs a browser in. */
async function logIn(at: TestServer = server): Promise<Page> {
  const response = await fetch(`${at.baseUrl}/api/v1/auth/browser-session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.adminToken}`, 'sec-fetch-site': 'same-origin' },
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { ...((await response.json()) as Omit<Page, 'cookie'>), cookie };
}

const WHOAMI = { method: 'GET', target: '/api/v1/auth/whoami' };

/** Sends a request of a page. @param proof what stands in place of the page key */
function send(page: Page, proof: string, part: SignedPart = {}): Promise<Response> {
  const { method, target, body } = { ...WHOAMI, ...part };
  const headers = {
    cookie: page.cookie,
    'posthorn-page-key': proof,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
  return fetch(server.baseUrl + target, { method, headers, ...(body === undefined ? {} : { body }) });
}

const sign = (page: SigningPage, part: SignedPart = {}) => signedHeader(page, { ...WHOAMI, ...part });
const signed = async (page: Page, part?: SignedPart) => (await send(page, sign(page, part), part)).status;

/** Asks the server for a proof, as a page does that was refused. Null: the proof is wrong. */
async function challenge(page: Page): Promise<SigningPage | null> {
  const nonce = randomBytes(32).toString('hex');
  const response = await fetch(`${server.baseUrl}/api/v1/auth/browser-session/${page.id}/challenge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nonce }),
  });
  const { run, now, proof } = (await response.json()) as { run: string; now: number; proof: string };
  const key = Buffer.from(page.signingKey, 'hex');
  const expected = createHmac('sha256', key)
    .update(serverText(nonce, run, now))
    .digest('hex');
  return proof === expected ? { signingKey: page.signingKey, run, now } : null;
}

const restartAtSamePort = () => server.restart({ config: { port: Number(new URL(server.baseUrl).port) } });

test('what a page sent in one run of the server is worth nothing in the next, at the same port', async () => {
  const page = await logIn();
  // As they went to whoever listened there in between.
  const sent = [page.pageKey, sign(page), sign(page)];
  await send(page, sent[1] ?? '');
  await restartAtSamePort();
  for (const proof of sent) expect((await send(page, proof)).status).toBe(401);
});

test('a log-in outlasts a restart: its pages sign for the new run, once the server has proven itself', async () => {
  const page = await logIn();
  const unknown = await logIn();
  await restartAtSamePort();
  expect(await signed(page)).toBe(401);
  const proven = await challenge(page);
  expect(proven).not.toBeNull();
  expect(await signed({ ...page, ...proven })).toBe(200);
  // The key of another session is no key of this one.
  expect(await challenge({ ...page, signingKey: unknown.signingKey })).toBeNull();
  expect(await signed({ ...page, ...proven, signingKey: unknown.signingKey })).toBe(401);
});

test('a log-in that has ended is not renewed by a signature', async () => {
  const page = await logIn();
  await server.call('DELETE', `/auth/browser-session/${page.id}`);
  await restartAtSamePort();
  const proven = await challenge(page);
  expect(await signed({ ...page, ...proven })).toBe(401);
});

test('a server that was restarted at another port does not prove itself to pages of the old one', async () => {
  const page = await logIn();
  await server.restart({ config: { port: 0 } });
  // Whoever listens at the old port can pass the question on, but the page does not accept the response.
  expect(await challenge(page)).toBeNull();
});

test('a signed request counts once', async () => {
  const page = await logIn();
  const proof = sign(page);
  expect((await send(page, proof)).status).toBe(200);
  expect((await send(page, proof)).status).toBe(401);
});

test('a signed request counts for two minutes of the time of the server', async () => {
  const page = await logIn();
  const [early, late] = [sign(page), sign(page)];
  aheadMs += 115_000;
  expect((await send(page, early)).status).toBe(200);
  aheadMs += 10_000;
  expect((await send(page, late)).status).toBe(401);
  expect((await send(page, early)).status).toBe(401);
  expect(await signed({ ...page, now: clock.now() + 115_000 })).toBe(200);
  expect(await signed({ ...page, now: clock.now() + 125_000 })).toBe(401);
});

test('a signature counts for its method, path, query and body alone', async () => {
  const page = await logIn();
  const target = '/api/v1/app';
  const made = { method: 'POST', target, body: '{"name":"Signed"}' };
  expect(await signed(page, made)).toBe(201);
  const others: readonly SignedPart[] = [
    { ...made, body: '{"name":"Altered"}' },
    { ...made, body: '' },
    { ...made, target: `${target}?x=1` },
    { ...made, method: 'PUT', target: `${target}/app_1` },
    { target: '/api/v1/auth/token' },
  ];
  for (const other of others) {
    const { body, ...rest } = other;
    const part = body === '' ? rest : other;
    expect((await send(page, sign(page, made), part)).status).toBe(401);
  }
  const names = (await server.call('GET', '/app')).json.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Signed']);
});

test('a body that was altered on the way reaches no other instance', async () => {
  const page = await logIn();
  const connection = await server.create('/connections', {
    name: 'Itself',
    baseUrl: server.baseUrl,
    token: server.adminToken,
  });
  const target = `/remote/${connection}/api/v1/app`;
  const made = { method: 'POST', target, body: '{"name":"Passed on"}' };
  expect(await signed(page, made)).toBe(201);
  const altered = { ...made, body: '{"name":"Altered on the way"}' };
  expect((await send(page, sign(page, made), altered)).status).toBe(401);
  const { body: _none, ...without } = made;
  expect((await send(page, sign(page, made), without)).status).toBe(401);
  const names = (await server.call('GET', '/app')).json.data.map(({ name }: { name: string }) => name);
  expect(names).not.toContain('Altered on the way');
});

test('a live stream of a page that signs goes on until its log-in ends', async () => {
  const [page, other] = [await logIn(), await logIn()];
  const live = { method: 'GET', target: '/api/v1/live' };
  const [stream, second] = [
    await send(page, sign(page, live), live),
    await send(other, sign(other, live), live),
  ];
  expect([stream.status, second.status]).toEqual([200, 200]);
  const ended = stream.text().catch(() => '');
  // The same look that ends one has asked for the other.
  await server.call('DELETE', `/auth/browser-session/${other.id}`);
  await second.text().catch(() => '');
  expect(await Promise.race([ended.then(() => 'ended'), signed(page)])).toBe(200);
  await server.call('DELETE', `/auth/browser-session/${page.id}`);
  await ended;
});
