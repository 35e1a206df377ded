import { beforeEach, expect, test } from 'vitest';
import { endedTask } from '../../support/ended-task';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const receiver = startedOnce(() => startReceiver(({ path }) => ({ status: path === '/bad' ? 400 : 200 })));
const server = startedOnce(() => startTestServer({ config: { retryScheduleS: [] } }));
let appId: string;
let app: string;
beforeEach(async () => {
  appId = await server.create('/app', { name: 'A' });
  app = `/app/${appId}`;
});

const filter = { payload: { amount: { $gte: 100 } } };
const endpoint = (body: object = {}, path = '') =>
  server.create(`${app}/endpoint`, { url: `${receiver.baseUrl}${path}`, ...body });
const send = (payload: object, extra: object = {}): Promise<string> =>
  server.create(`${app}/msg`, { eventType: 'order.placed', payload, ...extra });
/** The messages that an endpoint was meant to get, oldest first. */
const taken = async (id: string): Promise<string[]> =>
  (await server.call('GET', `${app}/endpoint/${id}/msg?with_content=false&limit=250`)).json.data
    .map((message: { id: string }) => message.id)
    .toReversed();
const why = async (message: string, id: string, token?: string) =>
  (await server.call('GET', `${app}/msg/${message}/endpoint/${id}/why`, undefined, token ? { token } : {}))
    .json;
const SAID = 'payload.amount is 80, the filter wants at least 100';

test('a message goes only to endpoints whose filter its content satisfies, and to those without one', async () => {
  const large = await endpoint({ filter });
  const open = await endpoint();
  const [few, many] = [await send({ amount: 80 }), await send({ amount: 120 })];
  expect(await taken(large)).toEqual([many]);
  expect(await taken(open)).toEqual([few, many]);
});

test('a filter judges type, event id, channels and tags of a message beside its payload', async () => {
  const id = await endpoint({
    filter: { eventType: 'a', eventId: { $startsWith: 'x' }, channels: 'c', tags: 't' },
  });
  const traits = { eventType: 'a', channels: ['c', 'd'], tags: ['t'] };
  const matching = await send({}, { ...traits, eventId: 'x-1' });
  await send({}, { ...traits, eventId: 'y-1' });
  await send({}, { ...traits, eventId: 'x-2', tags: null });
  await send({}, { ...traits, eventId: 'x-3', channels: null });
  await send({}, { ...traits, eventId: 'x-4', eventType: 'b' });
  expect(await taken(id)).toEqual([matching]);
});

test('a change of the filter holds from the next message on, and after a restart', async () => {
  const id = await endpoint();
  const before = await send({ amount: 1 });
  await server.call('PATCH', `${app}/endpoint/${id}`, { filter });
  await send({ amount: 1 });
  await server.restart();
  await send({ amount: 1 });
  const matching = await send({ amount: 100 });
  await server.call('PATCH', `${app}/endpoint/${id}`, { filter: null });
  const after = await send({ amount: 1 });
  expect(await taken(id)).toEqual([before, matching, after]);
});

test('a payload of a megabyte is judged like a small one, many at once', async () => {
  const id = await endpoint({ filter });
  const text = 'x'.repeat(1_000_000);
  const sent = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      send({ amount: n % 2 === 0 ? 120 : 80, text: n < 4 ? text : text.slice(0, 20_000) }),
    ),
  );
  const expected = sent.filter((_, n) => n % 2 === 0);
  expect((await taken(id)).toSorted()).toEqual(expected.toSorted());
});

test('a payload that is no JSON has no payload to a filter', async () => {
  const id = await endpoint({ filter: { payload: { $exist: false } } });
  const text = await send(
    {},
    { transformationsParams: { rawPayload: '{"a":', headers: { 'content-type': 'text/plain' } } },
  );
  await send({});
  expect(await taken(id)).toEqual([text]);
});

test('the explanation of a message that was filtered out names the condition that failed', async () => {
  const id = await endpoint({ filter });
  const [few, many] = [await send({ amount: 80 }), await send({ amount: 120 })];
  expect(await why(few, id)).toMatchObject({
    state: 'not-sent',
    absence: 'filter',
    sentence: `not sent: ${SAID}`,
  });
  expect((await why(many, id)).absence).toBeUndefined();
  const { data } = (await server.call('GET', `${app}/msg/${few}/why`)).json;
  expect(data).toMatchObject([{ endpointId: id, absence: 'filter', sentence: `not sent: ${SAID}` }]);
});

test('the explanation tells a portal token no event type that the filter names', async () => {
  const id = await endpoint({ filter: { eventType: { $in: ['hidden.type'] } } });
  const message = await send({});
  const token = await server.portalToken(appId);
  expect((await why(message, id)).sentence).toMatch(/hidden\.type/);
  const response = await why(message, id, token);
  expect(response.absence).toBe('filter');
  expect(response.sentence).toBe('not sent: eventType is "order.placed", the filter wants another');
});

test('the explanation of a message whose content was removed does not guess what a filter made of it', async () => {
  const id = await endpoint({ filter });
  const message = await send({ amount: 80 });
  await server.call('DELETE', `${app}/msg/${message}/content`);
  expect(await why(message, id)).toMatchObject({
    absence: 'unknown',
    sentence: 'not sent: its content was removed, and with it what the filter of the endpoint looked at',
  });
});

test('sending one message again ignores the filter of the endpoint, and says so', async () => {
  const id = await endpoint({ filter });
  const [few, many] = [await send({ amount: 80 }), await send({ amount: 120 })];
  const resend = async (message: string) =>
    (await server.call('POST', `${app}/msg/${message}/endpoint/${id}/resend`)).json;
  expect(await resend(few)).toEqual({
    note: `This message is sent although the filter of the endpoint leaves it out: ${SAID}.`,
  });
  expect(await taken(id)).toContain(few);
  expect(await resend(many)).toEqual({});
});

test.each([
  ['recover', '/bad'],
  ['replay-missing', ''],
])('%s sends again only what the filter of now lets through', async (operation, path) => {
  const isRecover = operation === 'recover';
  const since = new Date(Date.now() - 60_000).toISOString();
  await server.call('PUT', '/event-type/never', { name: 'never', description: '' });
  const id = await endpoint(isRecover ? {} : { filterTypes: ['never'] }, path);
  const sent = [await send({ amount: 80 }), await send({ amount: 120 }), await send({ amount: 200 })];
  if (isRecover) for (const message of sent) while ((await why(message, id)).state !== 'failed');
  await server.call('PATCH', `${app}/endpoint/${id}`, { filter, filterTypes: null, url: receiver.baseUrl });
  const body = { since };
  const dry = await server.call('POST', `${app}/endpoint/${id}/${operation}`, { ...body, dryRun: true });
  expect(dry.json.messages).toBe(2);
  const begun = await server.call('POST', `${app}/endpoint/${id}/${operation}`, body);
  await endedTask(server, begun.json.id);
  for (const message of sent.slice(1)) while ((await why(message, id)).state !== 'delivered');
  expect((await why(sent[0] ?? '', id)).state).toBe(isRecover ? 'failed' : 'not-sent');
});
