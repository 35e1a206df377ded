import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);
let count = 0;

const bulk = (eventTypes: unknown, token?: string) =>
  server.call('POST', '/event-type-bulk', { eventTypes }, token === undefined ? {} : { token });
const get = (name: string) => server.call('GET', `/event-type/${name}`);
const historyOf = async (name: string) => (await server.call('GET', `/event-type/${name}/history`)).json.data;

async function create(extra: object = {}): Promise<string> {
  const name = `order.n${count++}`;
  await server.call('POST', '/event-type', { name, description: 'Words.', ...extra });
  return name;
}

describe('many event types in one request', () => {
  test('are changed, created and removed, and each change is in the history with its author', async () => {
    const token = (await server.call('POST', '/auth/token', { name: 'Robot' })).json.token;
    const schema = { type: 'object' };
    const [flagged, archived, removed] = [await create({ schema }), await create(), await create()];
    const response = await bulk(
      [
        { name: flagged, featureFlags: ['beta'] },
        { name: archived, archived: true },
        { name: removed, remove: true },
        { name: 'order.fresh', description: 'New.', groupName: 'orders' },
        { name: 'order.nowhere', archived: true },
      ],
      token,
    );
    expect(response.status).toBe(200);
    expect(response.json.eventTypes).toEqual([
      { name: flagged, outcome: 'changed', before: 1, version: 2 },
      { name: archived, outcome: 'changed', before: 1, version: 2 },
      { name: removed, outcome: 'removed', before: 1, version: 2 },
      { name: 'order.fresh', outcome: 'created', before: null, version: 1 },
      { name: 'order.nowhere', outcome: 'missing', before: null, version: null },
    ]);
    expect((await get(flagged)).json).toMatchObject({ featureFlags: ['beta'], schemas: { 1: schema } });
    expect((await get('order.fresh')).json).toMatchObject({ description: 'New.', groupName: 'orders' });
    expect((await get(removed)).status).toBe(404);
    expect((await historyOf(archived))[0]).toMatchObject({ version: 2, act: 'archive', author: 'Robot' });
    expect((await historyOf(removed))[0]).toMatchObject({ version: 2, act: 'delete', author: 'Robot' });
  });

  test('that need no change keep their time and get no version', async () => {
    const name = await create({ featureFlags: ['beta'] });
    const { updatedAt } = (await get(name)).json;
    const response = await bulk([{ name, featureFlags: ['beta'] }]);
    expect(response.json.eventTypes).toEqual([{ name, outcome: 'unchanged', before: 1, version: 1 }]);
    expect((await get(name)).json.updatedAt).toBe(updatedAt);
    expect(await historyOf(name)).toHaveLength(1);
  });

  test('can be reverted with the versions of the response, unless somebody changed them since', async () => {
    const schema = { type: 'object', properties: { total: { type: 'number' } } };
    const [kept, lost, touched] = [await create({ schema }), await create({ schema }), await create()];
    const done = await bulk([
      { name: kept, featureFlags: ['beta'] },
      { name: lost, remove: true },
      { name: touched, archived: true },
      { name: 'order.made', description: 'New.' },
    ]);
    await server.call('PATCH', `/event-type/${touched}`, { description: 'Other words.' });
    const undone = await bulk(
      done.json.eventTypes.map((eventType: { name: string; before: number | null; version: number }) => ({
        name: eventType.name,
        ifVersion: eventType.version,
        ...(eventType.before === null ? { remove: true } : { restore: eventType.before }),
      })),
    );
    expect(undone.json.eventTypes.map((eventType: { outcome: string }) => eventType.outcome)).toEqual([
      'changed',
      'created',
      'conflict',
      'removed',
    ]);
    expect((await get(kept)).json).toMatchObject({ featureFlags: null, schemas: { 1: schema } });
    expect((await get(lost)).json).toMatchObject({ description: 'Words.', schemas: { 1: schema } });
    expect((await get(touched)).json).toMatchObject({ archived: true, description: 'Other words.' });
    expect((await historyOf(kept))[0]).toMatchObject({ act: 'restore', source: '1' });
  });

  test('all stay unchanged if one of them has an invalid value', async () => {
    const [first, second] = [await create(), await create()];
    const wrong = await bulk([
      { name: first, archived: true },
      { name: second, schema: { type: 'nonsense' } },
    ]);
    expect(wrong.status).toBe(422);
    expect(wrong.json.detail[0].loc).toEqual(['body', 'eventTypes', '[1]', 'schema']);
    expect((await get(first)).json.archived).toBe(false);
    const twice = await bulk([
      { name: first, archived: true },
      { name: first, archived: false },
    ]);
    expect(twice.status).toBe(422);
    expect((await bulk([{ name: 'no spaces', archived: true }])).status).toBe(422);
    expect((await get(first)).json.archived).toBe(false);
  });

  test('are for admins alone', async () => {
    const token = (await server.call('POST', '/auth/token', { name: 'Reader', featureFlags: [] })).json.token;
    const name = await create();
    const refused = await bulk([{ name, archived: true }], token);
    expect(refused.status).toBe(403);
    expect((await get(name)).json.archived).toBe(false);
  });
});
