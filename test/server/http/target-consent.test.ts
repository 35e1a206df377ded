import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(() => startTestServer({ config: { workstation: false } }));
let app: string;

beforeAll(async () => {
  app = `/app/${await server.create('/app', { name: 'Acme' })}`;
});
beforeEach(async () => {
  for (const { id } of await list()) await server.call('DELETE', `/target-consent/${id}`);
});

const list = async () => (await server.call('GET', '/target-consent')).json.data;
const allow = (target: unknown, note?: string) =>
  server.call('POST', '/target-consent', { target, ...(note === undefined ? {} : { note }) });
const save = (url: string, token?: string) =>
  server.call('POST', `${app}/endpoint`, { url }, token === undefined ? {} : { token });
const portalToken = () => server.portalToken(app.slice('/app/'.length));

test('a target that is allowed comes back in its one spelling and stands in the list', async () => {
  const made = await allow('FD00:0::/8', 'The lab');
  expect([made.status, made.json]).toEqual([
    201,
    {
      id: expect.stringMatching(/^tgt_[0-9A-Za-z]{27}$/),
      kind: 'network',
      target: 'fd00::/8',
      note: 'The lab',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
  const host = await allow('Hooks.Intern.Example.');
  expect(host.json).toMatchObject({ kind: 'host', target: 'hooks.intern.example', note: '' });
  expect(await list()).toEqual([made.json, host.json]);
});

test.each([
  'http://a.example',
  'a.example:80',
  '*.example',
  '10.0.0.0/33',
  '10.0.0.5/8',
  '0.0.0.0/0',
  '::/0',
  ' ',
])('"%s" is refused with a reason at the field', async (target) => {
  const { status, json } = await allow(target);
  expect([status, json.detail[0].loc, json.detail[0].type]).toEqual([422, ['body', 'target'], 'value_error']);
  expect(json.detail[0].msg).not.toBe('');
  expect(await list()).toEqual([]);
});

test.each([null, 5, '', 'x'.repeat(300)])('%j is no target', async (target) => {
  expect((await allow(target)).status).toBe(422);
});

test('the same target a second time is a conflict, however it is written', async () => {
  await allow('hooks.example');
  const again = await allow('HOOKS.example.');
  expect([again.status, again.json.code]).toEqual([409, 'conflict']);
  await allow('10.0.0.5');
  expect((await allow('10.0.0.5/32')).status).toBe(409);
  expect(await list()).toHaveLength(2);
});

test('a consent that is not there cannot be taken back', async () => {
  const { status, json } = await server.call('DELETE', '/target-consent/tgt_none');
  expect([status, json]).toEqual([404, { code: 'not_found', detail: 'Target not found' }]);
});

describe('an endpoint at an address that is not public', () => {
  test.each([
    ['http://10.1.2.3/', 'private'],
    ['http://127.0.0.1:9/', 'loopback'],
    ['http://localhost:9/', 'loopback'],
    ['http://169.254.169.254/', 'link-local'],
    ['http://[::ffff:100.64.0.1]/', 'shared'],
    ['http://0.0.0.0/', 'unspecified'],
  ])(
    '%s is refused with a reason that names its kind to the admin, and tells a customer nothing',
    async (url, kind) => {
      const admin = (await save(url)).json.detail;
      expect(admin).toEqual([
        { loc: ['body', 'url'], msg: expect.stringContaining(kind), type: `value_error.target.${kind}` },
      ]);
      const customer = await save(url, await portalToken());
      expect([customer.status, customer.json.detail]).toEqual([
        422,
        [{ loc: ['body', 'url'], msg: 'requests to this address are blocked', type: 'value_error' }],
      ]);
    },
  );

  test('can be saved and changed to while there is consent, by customers too, and not after', async () => {
    const { id } = (await allow('10.1.0.0/16')).json;
    const saved = await save('http://10.1.2.3/', await portalToken());
    expect(saved.status).toBe(201);
    const path = `${app}/endpoint/${saved.json.id}`;
    expect((await server.call('PATCH', path, { url: 'http://10.1.9.9/' })).status).toBe(200);
    expect((await server.call('DELETE', `/target-consent/${id}`)).status).toBe(204);
    const refused = await server.call('PATCH', path, { url: 'http://10.1.2.3/' });
    expect([refused.status, refused.json.detail[0].type]).toEqual([422, 'value_error.target.private']);
    expect((await server.call('PATCH', path, { description: 'Still mine' })).status).toBe(200);
  });
});

test('deliveries follow the list: blocked, let through, blocked again, and the same after another start', async () => {
  const receiver = await startReceiver();
  const { id } = (await allow('127.0.0.1')).json;
  const endpoint = (await save(receiver.baseUrl)).json.id;
  const attempts = async () =>
    (await server.call('GET', `${app}/attempt/endpoint/${endpoint}`)).json.data.map(
      (attempt: { responseStatusCode: number }) => attempt.responseStatusCode,
    );
  const send = () => server.call('POST', `${app}/msg`, { eventType: 'a.b', payload: {} });
  await send();
  await receiver.arrived(1);
  await server.call('DELETE', `/target-consent/${id}`);
  await send();
  await expect.poll(attempts).toEqual([0, 200]);
  await allow('127.0.0.1');
  await server.restart();
  await send();
  await receiver.arrived(2);
  await expect.poll(attempts).toEqual([200, 0, 200]);
  await receiver.close();
});
