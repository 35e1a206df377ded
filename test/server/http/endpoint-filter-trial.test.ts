import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let appId: string;
beforeEach(async () => {
  appId = await server.create('/app', { name: 'A' });
});

const filter = { payload: { amount: { $gte: 100 } } };
const send = (payload: object, extra: object = {}): Promise<string> =>
  server.create(`/app/${appId}/msg`, { eventType: 'order.placed', payload, ...extra });
const attempt = (body: object, token?: string, app = appId) =>
  server.call('POST', `/app/${app}/endpoint-filter/try`, body, token ? { token } : {});
const trial = async (body: object, token?: string) => {
  const { status, json } = await attempt(body, token);
  expect(status).toBe(200);
  return json;
};

test('a trial says how many of the newest messages match, names ten of each kind, and why the others do not', async () => {
  const sent: string[] = [];
  for (let n = 1; n <= 24; n++) sent.push(await send({ amount: n * 10 }));
  const newest = sent.toReversed();
  const named = (ids: readonly string[]) =>
    ids.slice(0, 10).map((messageId) => ({ messageId, eventType: 'order.placed' }));
  const result = await trial({ filter });
  expect(result).toMatchObject({ examined: 24, matched: 15, matching: named(newest.slice(0, 15)) });
  expect(result.notMatching).toHaveLength(9);
  expect(result.notMatching[0]).toEqual({
    messageId: sent[8],
    eventType: 'order.placed',
    reason: 'payload.amount is 90, the filter wants at least 100',
  });
  expect(await trial({ filter, limit: 5 })).toMatchObject({ examined: 5, matched: 5, notMatching: [] });
  expect(await trial({ filter: null })).toMatchObject({ examined: 24, matched: 24 });
});

test('a trial knows event types, groups and channels beside the filter, and stores nothing', async () => {
  await send({ amount: 120 }, { channels: ['a'] });
  await send({ amount: 120 }, { eventType: 'user.created' });
  const counts = async (body: object) => {
    const { matched, notMatching } = await trial({ filter, ...body });
    return [matched, ...notMatching.map(({ reason }: { reason: string }) => reason)];
  };
  expect(await counts({ filterTypes: ['user.created'] })).toEqual([
    1,
    'its event type is not among the chosen ones',
  ]);
  expect(await counts({ filterGroups: ['order'] })).toEqual([
    1,
    'its event type is not among the chosen ones',
  ]);
  expect(await counts({ channels: ['a'] })).toEqual([1, 'it is on none of the chosen channels']);
  expect((await server.call('GET', `/app/${appId}/endpoint`)).json.data).toEqual([]);
});

test('a trial leaves out messages whose content was removed, and reads a bounded amount of large ones', async () => {
  const text = 'x'.repeat(1_000_000);
  for (let n = 0; n < 8; n++) await send({ amount: n * 40, text });
  await server.call('DELETE', `/app/${appId}/msg/${await send({ amount: 500 })}/content`);
  const { examined, matched, matching } = await trial({ filter });
  expect(examined).toBeGreaterThanOrEqual(3);
  expect(examined).toBeLessThan(8);
  expect(matching).toHaveLength(matched);
});

test('a wrong filter, and a limit beyond 500, are refused at their place', async () => {
  const wrong = await attempt({ filter: { payload: { a: { $gt: true } } } });
  expect([wrong.status, wrong.json.detail[0].loc]).toEqual([422, ['body', 'filter', '/payload/a/$gt']]);
  const tooMany = await attempt({ filter, limit: 501 });
  expect([tooMany.status, tooMany.json.detail[0].loc]).toEqual([422, ['body', 'limit']]);
});

test('a portal token tries filters in its own application only, and only if it may read messages', async () => {
  await send({ amount: 120 });
  const other = await server.create('/app', { name: 'B' });
  const token = await server.portalToken(appId);
  expect(await trial({ filter }, token)).toMatchObject({ examined: 1, matched: 1 });
  expect((await attempt({ filter }, token, other)).status).toBe(404);
  const none = await server.portalToken(appId, { capabilities: ['ManageEndpoint'] });
  expect((await attempt({ filter }, none)).status).toBe(403);
  const { json } = await server.call('POST', '/auth/token', { name: 'r', featureFlags: [] });
  expect((await attempt({ filter }, json.token)).status).toBe(403);
});

test('a trial names no event type to a portal token that does not see it, and counts it all the same', async () => {
  await server.call('PUT', '/event-type/hidden.thing', { description: '', featureFlag: 'beta' });
  await server.call('PUT', '/event-type/open.thing', { description: '' });
  const open = await send({ amount: 1 }, { eventType: 'open.thing' });
  await send({ amount: 1 }, { eventType: 'hidden.thing' });
  await send({ amount: 120 }, { eventType: 'hidden.thing' });
  const token = await server.portalToken(appId);
  const result = await trial({ filter: { ...filter, eventType: { $neq: 'hidden.other' } } }, token);
  expect(result).toMatchObject({ examined: 3, matched: 1, matching: [] });
  expect(result.notMatching.map(({ messageId }: { messageId: string }) => messageId)).toEqual([open]);
  expect(JSON.stringify(result)).not.toContain('hidden');
  const withFlag = await server.portalToken(appId, { featureFlags: ['beta'] });
  expect((await trial({ filter }, withFlag)).matching).toHaveLength(1);
  expect((await trial({ filter })).matching).toHaveLength(1);
});
