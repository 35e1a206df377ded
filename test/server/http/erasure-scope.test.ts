import { expect, test } from 'vitest';
import { storedText } from '../../../src-server/storage/stored-text';
import { endedTask } from '../../support/ended-task';
import { testOnFile } from '../../support/engines';
import { expectNoStall } from '../../support/expect-no-stall';
import { placesOfText } from '../../support/places-of-text';
import { type Arrival, type ReceiverResponse, startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { until } from '../../support/until';

const server = startedOnce(startTestServer);
let respond: (arrival: Arrival) => ReceiverResponse = () => ({ status: 200 });
const receiver = startedOnce(() => startReceiver((arrival) => respond(arrival)));

const send = (app: string, message: object, options = {}) =>
  server.call('POST', `/app/${app}/msg`, { eventType: 'customer.seen', ...message }, options);
const erase = (body: object, options = {}) => server.call('POST', '/erasure', body, options);
const read = async (path: string) => (await server.call('GET', path)).json;

async function erased(body: object) {
  const begun = await erase(body);
  expect(begun.status).toBe(202);
  return endedTask(server, begun.json.id);
}

/** An application with an endpoint whose first messages have arrived there. */
async function newApplication(uid: string) {
  const app: string = await server.create('/app', { name: 'A', uid });
  const endpoint: string = await server.create(`/app/${app}/endpoint`, { url: receiver.baseUrl });
  const settled = (message: string) =>
    until(
      () => read(`/app/${app}/msg/${message}/endpoint`),
      ({ data }) =>
        data.length > 0 &&
        data.every(
          ({ statusText }: { statusText: string }) => statusText !== 'sending' && statusText !== 'pending',
        ),
    );
  return { app, endpoint, settled };
}

test('each condition narrows an erasure down: application, tags, event id, time, and a text as JSON spells it', async () => {
  respond = () => ({ status: 200 });
  const { app } = await newApplication('conditions');
  const other = await newApplication('other-customer');
  const ids: Record<string, string> = {};
  const put = async (name: string, message: object, to = app) => {
    ids[name] = (await send(to, { payload: {}, ...message })).json.id;
  };
  await put('tagged', { tags: ['a', 'b'] });
  await put('both', { tags: ['b'], eventId: 'cust_7-1' });
  await put('prefix', { eventId: 'cust_7-2' });
  await put('later', { eventId: 'cust_70' });
  await put('inside', { eventId: 'x-cust_7-' });
  await put('foreign', { tags: ['b'], eventId: 'cust_7-1' }, other.app);
  const raw = '{"eventType":"customer.seen","payload":{"name":"Zo\\u00EB","path":"a\\/b"}}';
  ids.escaped = (await server.call('POST', `/app/${app}/msg`, undefined, { raw })).json.id;
  const count = async (body: object) => (await erase({ ...body, dryRun: true })).json.messages;
  expect(await count({ application: 'conditions' })).toBe(6);
  expect(await count({ application: app, tags: ['b', 'c'] })).toBe(2);
  expect(await count({ application: app, tags: ['b'], eventIdPrefix: 'cust_7-' })).toBe(1);
  expect(await count({ application: app, eventIdPrefix: 'cust_7-' })).toBe(2);
  expect(await count({ application: app, before: '2020-01-01T00:00:00Z' })).toBe(0);
  expect(await count({ application: app, before: '2100-01-01T00:00:00+02:00' })).toBe(6);
  expect(await count({ text: 'Zoë' })).toBe(1);
  expect(await count({ text: 'zoë' })).toBe(0);
  expect(await count({ text: 'a/b', application: app })).toBe(1);

  // What a customer had stays erasable after it was deleted.
  await server.call('DELETE', `/app/${app}`);
  expect((await erased({ application: 'conditions', eventIdPrefix: 'cust_7-' })).data.messages).toBe(2);
  expect(await placesOfText(server, 'cust_7-2')).toEqual([]);
  expect(await read(`/app/${other.app}/msg/${ids.foreign}`)).toMatchObject({ eventId: 'cust_7-1' });
});

test('a text is found as the encoders of Go and .NET spell it, with hexadecimal digits of both cases', async () => {
  const app: string = await server.create('/app', { name: 'Encoders' });
  const text = '<Ö> & "x"+\'`';
  const spelled = [
    String.raw`\u003cÖ\u003e \u0026 \"x\"+'${'`'}`,
    String.raw`\u003CÖ\u003E \u0026 \"x\"+'${'`'}`,
    String.raw`\u003c\u00d6\u003e \u0026 \u0022x\u0022\u002b\u0027\u0060`,
    String.raw`\u003C\u00D6\u003E \u0026 \u0022x\u0022\u002B\u0027\u0060`,
  ];
  for (const [n, name] of spelled.entries()) {
    const raw = `{"eventType":"customer.seen","payload":{"name":"${name}"}}`;
    expect((await server.call('POST', `/app/${app}/msg`, undefined, { raw })).json.payload).toEqual({
      name: text,
    });
    expect((await erase({ text, application: app, dryRun: true })).json.messages).toBe(n + 1);
  }
});

testOnFile(
  'a text is erased from the notes of releases that are no longer planned, and from what replaced an event type',
  async () => {
    const named = 'Replacedwort';
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const release = { flag: 'wort', at, note: `For ${named}` };
    const ids: string[] = [];
    for (const body of [release, { ...release, flag: 'other-wort' }])
      ids.push((await server.call('POST', '/flag-releases', body)).json.id);
    expect((await server.call('DELETE', `/flag-releases/${ids[0]}`)).status).toBe(204);
    const type = { description: '', deprecated: true };
    await server.call('POST', '/event-type', {
      ...type,
      name: 'customer.replaced',
      replacedBy: `of.${named}`,
    });
    await server.call('PUT', '/event-type/customer.replaced', { ...type, replacedBy: 'of.another' });
    const { elsewhere } = (await erased({ text: named })).data;
    expect(elsewhere).toEqual([{ table: 'flag_release', column: 'note', rows: 1 }]);
    expect((await read(`/flag-releases/${ids[0]}`)).note).toBe('For [erased]');
    expect((await read(`/flag-releases/${ids[1]}`)).note).toBe(release.note);
  },
);

test('operational webhooks about an erased message are erased with it', async () => {
  respond = () => ({ status: 500 });
  await server.call('POST', '/operational-webhook/endpoint', { url: receiver.baseUrl });
  const { app, settled } = await newApplication('operational');
  const id: string = (await send(app, { eventId: 'Noticebell-1', payload: {} })).json.id;
  await settled(id);
  const db = await server.openDatabase();
  const notices = () =>
    db.all<{ payload: Uint8Array | string | null }>(
      "SELECT payload FROM message WHERE app_id = 'operational' AND event_type = 'message.attempt.exhausted'",
    );
  const holds = (rows: readonly { payload: Uint8Array | string | null }[]) =>
    rows.filter(({ payload }) => storedText(payload)?.includes('Noticebell-1')).length;
  expect(holds(await until(notices, (rows) => holds(rows) > 0))).toBe(1);
  expect((await erased({ eventIdPrefix: 'Noticebell-' })).data.messages).toBe(1);
  expect(holds(await notices())).toBe(0);
  await db.close();
  expect(await placesOfText(server, 'Noticebell-1')).toEqual([]);
});

test('an erasure without a condition, or with one that nothing can fulfil, is refused', async () => {
  for (const body of [
    {},
    { dryRun: true },
    { tags: [] },
    { text: '' },
    { before: 'yesterday' },
    { text: 'a\0b' },
  ])
    expect([body, (await erase(body)).status]).toEqual([body, 422]);
  const half = await server.call('POST', '/erasure', undefined, { raw: '{"text":"\\ud800"}' });
  expect(half.status).toBe(422);
  expect((await erase({ application: 'nobody' })).status).toBe(404);
  const { app } = await newApplication('refusals');
  const token = await server.portalToken(app);
  expect((await erase({ application: app }, { token })).status).toBe(403);
});

testOnFile(
  'an erasure of many and of large messages holds no request up',
  async () => {
    respond = () => ({ status: 200 });
    const app: string = await server.create('/app', { name: 'Large' });
    const text = 'x'.repeat(900_000);
    for (let n = 0; n < 6; n++) await send(app, { payload: { text, is: 'Stallwort' } });
    await Promise.all(Array.from({ length: 450 }, () => send(app, { payload: { is: 'Stallwort' } })));
    await expectNoStall('counts', () => erase({ text: 'Stallwort', dryRun: true }));
    expect((await erase({ text: 'Stallwort', dryRun: true })).json.messages).toBe(456);
    const batches = ['Stallwort', 'Stallwort', 'Stallwort', 'Stallwort'];
    await expectNoStall('erases', async () => erased({ text: batches.pop() ?? 'Stallwort' }));
    expect(await placesOfText(server, 'Stallwort')).toEqual([]);
  },
  60_000,
);
