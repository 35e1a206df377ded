import { expect, test } from 'vitest';
import { storedText } from '../../../src-server/storage/stored-text';
import { endedTask } from '../../support/ended-task';
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

test('an erased text is in no file and in no table, and neither are the payload, event id, tags and responses', async () => {
  respond = ({ body }) =>
    body.includes('Quillfeather')
      ? { status: 500, headers: { 'x-about': 'Quillfeather' }, body: `seen ${body}` }
      : { status: 200 };
  const { app, endpoint, settled } = await newApplication('erased');
  const content = {
    eventId: 'order-of-Quillfeather',
    tags: ['customer-Quillfeather'],
    channels: ['project-Quillfeather'],
    payload: { name: 'Ada Quillfeather', city: 'Umbralheim' },
  };
  const keyed = { headers: { 'idempotency-key': 'Quill-1' } };
  const first: string = (await send(app, content, keyed)).json.id;
  const kept: string = (await send(app, { payload: { name: 'Grace' }, tags: ['other'] })).json.id;
  for (const id of [first, kept]) await settled(id);
  await server.call('PATCH', `/app/${app}/endpoint/${endpoint}`, { paused: true });
  const waiting: string = (await send(app, { payload: { of: 'Quillfeather' } })).json.id;

  const conditions = { text: 'Quillfeather' };
  expect((await placesOfText(server, 'Umbralheim')).length).toBeGreaterThan(0);
  const counted = await erase({ ...conditions, dryRun: true });
  expect([counted.status, counted.json]).toEqual([
    200,
    { messages: 2, attempts: 1, waiting: 1, backups: [], oldDatabases: [], elsewhere: [] },
  ]);
  expect(await read(`/app/${app}/msg/${first}`)).toMatchObject(content);

  const { status, task, data } = await erased(conditions);
  expect({ status, task, data }).toMatchObject({
    status: 'finished',
    task: 'message.erase',
    data: { messages: 2, attempts: 1, waiting: 1, backups: [], elsewhere: [], appId: null, error: null },
  });
  for (const text of ['Quillfeather', 'Umbralheim']) expect(await placesOfText(server, text)).toEqual([]);
  expect(await placesOfText(server, 'Grace')).not.toEqual([]);
  expect(await read(`/app/${app}/msg/${first}`)).toMatchObject({
    ...{ id: first, eventType: 'customer.seen', payload: { expired: true } },
    ...{ eventId: null, tags: null, channels: null },
  });
  const [attempt] = (await read(`/app/${app}/attempt/msg/${first}`)).data;
  expect(attempt).toMatchObject({ response: '', responseStatusCode: 500, status: 2 });
  const states = (await read(`/app/${app}/msg/${waiting}/endpoint?expanded_statuses=true`)).data;
  expect(states).toMatchObject([{ statusText: 'canceled' }]);
  expect(await read(`/app/${app}/msg/${kept}`)).toMatchObject({
    payload: { name: 'Grace' },
    tags: ['other'],
  });
  // A repeat must neither get the old response nor store the message anew.
  expect((await send(app, content, keyed)).status).toBe(409);
  expect(await placesOfText(server, 'Umbralheim')).toEqual([]);
  const again = await erase({ ...conditions, dryRun: true });
  expect(again.json).toMatchObject({ messages: 0, attempts: 0, waiting: 0 });
});

test('the trace of a message is found by its text, and erased with the message', async () => {
  respond = () => ({ status: 200 });
  const { app, settled } = await newApplication('traced');
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traced = {
    headers: {
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      tracestate: 'acme=tracemarrow@trace.example',
    },
  };
  // Without an endpoint, nothing has the trace but the message itself.
  const unsent: string = await server.create('/app', { name: 'Traced, and not sent' });
  const first: string = (await send(app, { payload: {} }, traced)).json.id;
  const second: string = (await send(unsent, { payload: {} }, traced)).json.id;
  await settled(first);
  const count = async (body: object) => (await erase({ ...body, dryRun: true })).json.messages;
  expect(await count({ text: 'tracemarrow@trace.example' })).toBe(2);
  expect(await count({ text: traceId })).toBe(2);
  expect((await read(`/app/${app}/msg/${first}`)).traceId).toBe(traceId);

  expect((await erased({ application: app })).data.messages).toBe(1);
  expect((await read(`/app/${app}/msg/${first}`)).traceId).toBeNull();
  const found = async () => (await read(`/fleet/message?q=${traceId}`)).data;
  expect(await found()).toMatchObject([{ id: second }]);
  expect((await erased({ text: 'tracemarrow@trace.example' })).data.messages).toBe(1);
  for (const text of ['tracemarrow', traceId]) expect(await placesOfText(server, text)).toEqual([]);
  expect(await count({ application: unsent })).toBe(0);
});

/** What stays of a message, and of an attempt: ids, times, counts and outcomes; the type, which the catalog has too. */
const KEPT = {
  message: ['id', 'app_id', 'event_type', 'created_at'],
  attempt: [
    ...['id', 'delivery_id', 'message_id', 'endpoint_id', 'url', 'succeeded', 'response_status_code'],
    ...['response_duration_ms', 'manual', 'created_at'],
  ],
};

test('every column of a message and of an attempt is erased, unless it is one of those that stay', async () => {
  respond = ({ body }) => ({ status: 200, headers: { 'x-seen': 'a' }, body });
  const { app, settled } = await newApplication('columns');
  const { id } = (
    await send(
      app,
      {
        ...{ eventId: 'e-1', channels: ['c'], tags: ['t'], payload: {}, payloadRetentionPeriod: 5 },
        transformationsParams: { rawPayload: 'raw', headers: { 'content-type': 'text/plain' } },
      },
      {
        headers: {
          traceparent: '00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
          tracestate: 'acme=1',
        },
      },
    )
  ).json;
  await settled(id);
  const db = await server.openDatabase();
  const rowOf = async (table: string, key: string) =>
    (await db.all<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${key} = ?`, [id]))[0] ?? {};
  const isFilled = (value: unknown) =>
    value instanceof Uint8Array ? value.length > 0 : (value ?? '') !== '';
  const filled = (row: Record<string, unknown>) => Object.keys(row).filter((column) => isFilled(row[column]));
  const rows = async () => ({
    message: await rowOf('message', 'id'),
    attempt: await rowOf('attempt', 'message_id'),
  });
  const before = await rows();
  // A column without a value would look as if it had been erased.
  expect([...filled(before.message), 'deliver_at'].sort()).toEqual(Object.keys(before.message).sort());
  expect([...filled(before.attempt), 'exact_reason'].sort()).toEqual(Object.keys(before.attempt).sort());
  await erased({ application: app });
  const after = await rows();
  await db.close();
  expect(filled(after.message).sort()).toEqual([...KEPT.message].sort());
  expect(filled(after.attempt).sort()).toEqual([...KEPT.attempt].sort());
});

test('a delivery in flight ends before its message is erased, and its response is erased with it', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  respond = () => ({ after: released, status: 500 });
  const { app } = await newApplication('in-flight');
  const before = receiver.arrivals.length;
  const id: string = (await send(app, { payload: { is: 'Flightmarrow' } })).json.id;
  await receiver.arrived(before + 1);
  const begun = (await erase({ text: 'Flightmarrow' })).json;
  expect(await read(`/app/${app}/msg/${id}`)).toMatchObject({ payload: { is: 'Flightmarrow' } });
  release();
  expect(await endedTask(server, begun.id)).toMatchObject({ data: { messages: 1, attempts: 1 } });
  expect(await placesOfText(server, 'Flightmarrow')).toEqual([]);
});

test('a delivery in flight to an endpoint that is deleted meanwhile leaves no response behind', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  respond = ({ body }) => ({ after: released, status: 500, body: `seen ${body}` });
  const { app, endpoint } = await newApplication('deleted-in-flight');
  const unsent: string = await server.create('/app', { name: 'Not sent' });
  await send(unsent, { payload: { is: 'Nextsorrel' } });
  const before = receiver.arrivals.length;
  const id: string = (await send(app, { payload: { is: 'Latesorrel' } })).json.id;
  await receiver.arrived(before + 1);
  await server.call('DELETE', `/app/${app}/endpoint/${endpoint}`);
  const begun = (await erase({ text: 'Latesorrel' })).json;
  // Tasks take turns: once this one has erased its message, the other would have, too, if it waited for nothing.
  const next = (await erase({ text: 'Nextsorrel' })).json;
  await until(
    () => read(`/background-task/${next.id}`),
    ({ data }) => data.messages === 1,
  );
  release();
  const attempts = await until(
    () => read(`/app/${app}/attempt/msg/${id}`),
    ({ data }) => data.length > 0,
  );
  expect(attempts.data).toHaveLength(1);
  expect(await endedTask(server, begun.id)).toMatchObject({ status: 'finished', data: { messages: 1 } });
  expect(await placesOfText(server, 'Latesorrel')).toEqual([]);
});

test('what an erasure asks for stays in no task and no kept response', async () => {
  respond = () => ({ status: 200 });
  const { app, endpoint } = await newApplication('asked');
  const replay = { since: new Date(Date.now() - 3_600_000).toISOString(), tag: 'Tagglewood' };
  const earlier = await server.call('POST', `/app/${app}/endpoint/${endpoint}/bulk-replay`, replay);
  await endedTask(server, earlier.json.id);
  const made = await server.call(
    'POST',
    '/app',
    { name: 'Of Tagglewood' },
    { headers: { 'idempotency-key': 'names-it' } },
  );
  await server.call('DELETE', `/app/${made.json.id}`);
  const begun = await erase({ tags: ['Tagglewood'] }, { headers: { 'idempotency-key': 'erases-it' } });
  await endedTask(server, begun.json.id);
  const db = await server.openDatabase();
  const argumentsOf = 'SELECT arguments FROM background_task WHERE id = ?';
  expect(await db.get(argumentsOf, [earlier.json.id])).toBeUndefined();
  expect(await db.get(argumentsOf, [begun.json.id])).toEqual({ arguments: '{"backups":[],"elsewhere":[]}' });
  const { text } = begun;
  const repeated = await erase({ tags: ['Tagglewood'] }, { headers: { 'idempotency-key': 'erases-it' } });
  expect(repeated.text).toBe(text);
  await erased({ text: 'Tagglewood' });
  const responses = await db.all<{ body: string }>('SELECT body FROM idempotent_answer');
  expect(responses.filter(({ body }) => body.includes('Tagglewood'))).toEqual([]);
  await db.close();
});

test('a notice about a delivery that ends while its message is being erased is erased, too', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  respond = ({ body }) =>
    body.includes('by-notice-test') ? { after: released, status: 500 } : { status: 200 };
  await server.call('POST', '/operational-webhook/endpoint', { url: receiver.baseUrl });
  const { app, settled } = await newApplication('notice-meanwhile');
  const unsent: string = await server.create('/app', { name: 'Not sent' });
  await send(unsent, { payload: { is: 'Nextyarrow' } });
  const message = { eventId: 'Lateyarrow-1', payload: { is: 'by-notice-test' } };
  const id: string = (await send(app, message)).json.id;
  await until(
    async () => receiver.arrivals,
    (arrivals) => arrivals.some(({ body }) => body.includes('by-notice-test')),
  );
  const begun = (await erase({ text: 'Lateyarrow' })).json;
  // Tasks take turns: once this one has erased its message, the other has looked at all notices it would look at.
  const next = (await erase({ text: 'Nextyarrow' })).json;
  await until(
    () => read(`/background-task/${next.id}`),
    ({ data }) => data.messages === 1,
  );
  release();
  await settled(id);
  expect(await endedTask(server, begun.id)).toMatchObject({ data: { messages: 1, attempts: 1 } });
  expect(await placesOfText(server, 'Lateyarrow')).toEqual([]);
});

test('an erasure of one application leaves kept responses, notices and tasks of another one alone', async () => {
  respond = () => ({ status: 500 });
  await server.call('POST', '/operational-webhook/endpoint', { url: receiver.baseUrl });
  const mine = await newApplication('narrow-mine');
  const other = await newApplication('narrow-other');
  const content = { eventId: 'Narrowfern-1', payload: { is: 'Narrowfern' } };
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
  const replay = { since: new Date(Date.now() - 3_600_000).toISOString(), tag: 'Narrowfern' };
  const ids: string[] = [];
  const tasks: string[] = [];
  for (const { app, endpoint, settled } of [mine, other]) {
    const { id } = (await send(app, content, keyed(app))).json;
    ids.push(id);
    await settled(id);
    const task = (await server.call('POST', `/app/${app}/endpoint/${endpoint}/bulk-replay`, replay)).json.id;
    tasks.push((await endedTask(server, task)).id);
  }
  const db = await server.openDatabase();
  const notices = async () => {
    const rows = await db.all<{ payload: Uint8Array | string | null }>(
      "SELECT payload FROM message WHERE app_id = 'operational'",
    );
    const texts = rows.map(({ payload }) => storedText(payload) ?? '');
    return ids.map((id) => texts.filter((text) => text.includes('Narrowfern') && text.includes(id)).length);
  };
  expect(await until(notices, (counts) => counts.every((count) => count > 0))).toEqual([1, 1]);
  expect((await erased({ application: mine.app, text: 'Narrowfern' })).data.messages).toBe(1);
  expect(await notices()).toEqual([0, 1]);
  await db.close();
  const statuses = async (path: string) =>
    Promise.all(tasks.map(async (id) => (await server.call('GET', `${path}/${id}`)).status));
  expect(await statuses('/background-task')).toEqual([404, 200]);
  expect((await send(mine.app, content, keyed(mine.app))).status).toBe(409);
  expect((await send(other.app, content, keyed(other.app))).json.id).toBe(ids[1]);
  expect((await erased({ text: 'Narrowfern' })).data.messages).toBe(1);
  expect(await placesOfText(server, 'Narrowfern')).toEqual([]);
});

test('names, addresses, metadata, headers and examples with the text are named while in use, and erased once they are not', async () => {
  respond = () => ({ status: 200 });
  const named = 'Elsewherewold';
  const { app, endpoint, settled } = await newApplication('elsewhere');
  const gone = await newApplication('elsewhere-gone');
  const call = async (method: string, path: string, body: object) =>
    expect((await server.call(method, path, body)).status).toBeLessThan(300);
  const settings = {
    ...{ url: `${receiver.baseUrl}/of/${named}`, description: `For ${named}`, channels: [named] },
    ...{ metadata: { customer: named } },
  };
  for (const [of, at] of [
    [app, endpoint],
    [gone.app, gone.endpoint],
  ] as const) {
    await call('PATCH', `/app/${of}`, { name: `${named} Ltd`, metadata: { customer: named } });
    await call('PATCH', `/app/${of}/endpoint/${at}`, settings);
    await call('PUT', `/app/${of}/endpoint/${at}/headers`, { headers: { 'x-customer': named } });
  }
  const schemas = { 1: { type: 'object', examples: [{ name: named, at: '12345678901234567890' }] } };
  const eventType = { name: 'customer.elsewhere', description: `As ${named} has it` };
  await call('POST', '/event-type', { ...eventType, schemas });
  const id: string = (await send(app, { payload: {}, channels: [named] })).json.id;
  await settled(id);
  expect((await read(`/app/${app}/attempt/msg/${id}`)).data).toMatchObject([{ url: settings.url }]);
  await server.call('DELETE', `/app/${gone.app}`);

  const ofColumn = ({ table, column, rows }: { table: string; column: string; rows: number }) =>
    `${table}.${column} ${rows}`;
  const inUse = [
    ...['application.metadata 1', 'application.name 1', 'endpoint.channels 1', 'endpoint.description 1'],
    ...['endpoint.headers 1', 'endpoint.metadata 1', 'endpoint.url 1'],
    ...['event_type.description 1', 'event_type.schemas 1'],
  ];
  const counted = (await erase({ text: named, dryRun: true })).json;
  expect(counted.elsewhere.map(ofColumn)).toEqual(
    expect.arrayContaining(['application.name 2', 'endpoint.url 2']),
  );
  const { data } = await erased({ text: named });
  expect(data.elsewhere.map(ofColumn).sort()).toEqual(inUse);
  expect((await read(`/app/${app}/endpoint/${endpoint}`)).url).toBe(settings.url);
  expect((await read(`/app/${app}/attempt/msg/${id}`)).data).toMatchObject([
    { url: `${receiver.baseUrl}/of/[erased]` },
  ]);

  await call('PATCH', `/app/${app}`, { name: 'C-17', metadata: {} });
  const neutral = { url: receiver.baseUrl, description: '', channels: null, metadata: {} };
  await call('PATCH', `/app/${app}/endpoint/${endpoint}`, neutral);
  await call('PUT', `/app/${app}/endpoint/${endpoint}/headers`, { headers: {} });
  await call('PUT', '/event-type/customer.elsewhere', { description: 'As a customer has it', schemas: null });
  expect((await erased({ text: named })).data).toMatchObject({ messages: 0, elsewhere: [] });
  expect(await placesOfText(server, named)).toEqual([]);
  const db = await server.openDatabase();
  const versions = await db.all<{ description: string; schemas: string | null }>(
    "SELECT description, schemas FROM event_type_version WHERE name = 'customer.elsewhere' ORDER BY version",
  );
  await db.close();
  expect(versions).toMatchObject([{ description: 'As [erased] has it' }, { schemas: null }]);
  expect(JSON.parse(versions[0]?.schemas ?? '')).toEqual({
    1: { type: 'object', examples: [{ name: '[erased]', at: '12345678901234567890' }] },
  });
});
