import { beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let app: string;
const total = { type: 'object', required: ['total'], properties: { total: { type: 'number' } } };

beforeAll(async () => {
  app = await server.create('/app', { name: 'A' });
  const create = (name: string, extra: object) =>
    server.call('POST', '/event-type', { name, description: '', ...extra });
  await create('invoice.paid', { schemas: { 1: total } });
  await create('beta.only', { schemas: { 1: total }, featureFlag: 'beta' });
  await create('bare', {});
});

const portal = (featureFlags: string[] = []) => server.portalToken(app, { featureFlags });
const check = (name: string, payload: unknown, token?: string) =>
  server.call('POST', `/event-type/${name}/check-payload`, { payload }, token ? { token } : {});
const send = (eventType: string, payload: object) =>
  server.call('POST', `/app/${app}/msg`, { eventType, payload });

test('a payload is held against the schema of an event type', async () => {
  expect((await check('invoice.paid', { total: 1 })).json).toEqual({
    fits: true,
    problems: [],
    reason: null,
  });
  const { status, json } = await check('invoice.paid', { total: '1' });
  expect([status, json]).toEqual([
    200,
    {
      fits: false,
      problems: [{ pointer: '/total', rule: 'type', message: 'must be number' }],
      reason: null,
    },
  ]);
  expect((await check('bare', {})).json).toEqual({
    fits: null,
    problems: [],
    reason: 'The event type has no schema.',
  });
  expect((await check('none', {})).status).toBe(404);
  expect((await server.call('POST', '/event-type/invoice.paid/check-payload', {})).status).toBe(422);
});

test('customers check against what they see, and nothing else', async () => {
  expect((await check('invoice.paid', {}, await portal())).json.fits).toBe(false);
  expect((await check('beta.only', {}, await portal())).status).toBe(404);
  expect((await check('beta.only', {}, await portal(['beta']))).json.fits).toBe(false);
});

test('a report says where payloads did not fit, to the sender alone, and no message is refused', async () => {
  const report = async () => (await server.call('GET', '/event-type/invoice.paid/schema-report')).json;
  expect(await report()).toMatchObject({ checkedAt: null, checked: 0 });
  await send('invoice.paid', { total: 1 });
  const violation = await send('invoice.paid', { total: 'x' });
  expect(violation.status).toBe(202);
  expect(await report()).toMatchObject({
    checked: 2,
    violating: 1,
    problems: [{ pointer: '/total', count: 1, messageId: violation.json.id, appId: app }],
  });
  await expect
    .poll(async () => (await server.call('GET', '/event-type/schema/reports')).json)
    .toEqual({ data: [{ name: 'invoice.paid', checked: 2, violating: 1 }], isChecking: false });
  for (const path of ['/event-type/invoice.paid/schema-report', '/event-type/schema/reports']) {
    expect((await server.call('GET', path, undefined, { token: await portal() })).status).toBe(403);
  }
  expect((await server.call('GET', '/event-type/none/schema-report')).status).toBe(404);
});

test('an example of one variant can be asked for, and an unknown one is refused', async () => {
  const option = (kind: string) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind } },
  });
  const schema = { oneOf: [option('a'), option('b')] };
  const make = (variant?: number) =>
    server.call('POST', '/event-type/schema/generate-example', { schema, variant });
  expect((await make()).json).toMatchObject({ example: { kind: 'a' }, variants: ['a', 'b'], fits: true });
  expect((await make(1)).json.example).toEqual({ kind: 'b' });
  expect((await make(2)).json.detail[0]).toMatchObject({ loc: ['body', 'variant'] });
  await server.call('POST', '/event-type', { name: 'either', description: '', schemas: { 1: schema } });
  const stored = (query: string) => server.call('GET', `/event-type/either/example${query}`);
  expect((await stored('?variant=1')).json.example).toEqual({ kind: 'b' });
  expect((await stored('?variant=9')).status).toBe(422);
});

test('the sender chooses what is sent as an example; a customer may not', async () => {
  const url = `${server.baseUrl}/receiver/shown`;
  const endpoint = await server.create(`/app/${app}/endpoint`, { url });
  const path = `/app/${app}/endpoint/${endpoint}/send-example`;
  const body = { eventType: 'invoice.paid', payload: { total: 7 } };
  expect((await server.call('POST', path, body)).json.payload).toEqual({ total: 7 });
  expect((await server.call('POST', path, body, { token: await portal() })).status).toBe(403);
});
