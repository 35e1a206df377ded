import { beforeEach, expect, test } from 'vitest';
import { createIds } from '../../../src-server/base/id';
import {
  createAppStatsTask,
  createEventTypeUsageTask,
  type UsageTaskKind,
} from '../../../src-server/live/usage-tasks';
import type { ColumnType } from '../../../src-server/storage/dialect';
import {
  COUNT_MESSAGES,
  createUsageStore,
  type UsageStore,
} from '../../../src-server/storage/messages/usage-store';
import { describeEngines } from '../../support/engines';
import { startedForEach } from '../../support/started';

describeEngines('counting usage', (engine) => {
  const NOW = 1_800_000_000_000;
  let now = NOW;
  const db = startedForEach(engine.create);
  let store: UsageStore;
  const newId = createIds({ now: () => now } as never);

  beforeEach(async () => {
    now = NOW;
    store = createUsageStore(db);
  });
  const insert = (sql: string, columns: Record<string, ColumnType>, rows: readonly unknown[]) =>
    db.write((tx) => tx.run(`${sql} FROM ${db.dialect.rows('?', columns, 'given')}`, [JSON.stringify(rows)]));

  async function addApps(count: number, uid: (i: number) => string | null = () => null): Promise<string[]> {
    const apps = [...Array(count).keys()].map((i) => [newId('app_'), uid(i)]);
    await insert(
      `INSERT INTO application (id, uid, name, created_at, updated_at)
     SELECT id, uid, 'A', 1, 1`,
      { id: 'text', uid: 'text' },
      apps,
    );
    return apps.map(([id]) => id as string);
  }

  async function addEndpoint(appId: string, filterTypes: readonly string[] | null, deletedAt: number | null) {
    const id = newId('ep_');
    await insert(
      `INSERT INTO endpoint (id, app_id, url, secret, filter_types, deleted_at, created_at, updated_at)
     SELECT id, app_id, 'http://a.test/', 's', filter_types, deleted_at, 1, 1`,
      { id: 'text', app_id: 'text', filter_types: 'text', deleted_at: 'integer' },
      [[id, appId, filterTypes && JSON.stringify(filterTypes), deletedAt]],
    );
    return id;
  }

  /** Messages one second apart, starting at `NOW`, each to all of these endpoints. */
  async function addMessages(appId: string, count: number, endpointIds: readonly string[]): Promise<void> {
    const messages = [...Array(count).keys()].map((i) => {
      now = NOW + i * 1000;
      return [newId('msg_'), appId, now];
    });
    await insert(
      `INSERT INTO message (id, app_id, event_type, payload, created_at)
     SELECT id, app_id, 'a', '{}', created_at`,
      { id: 'text', app_id: 'text', created_at: 'integer' },
      messages,
    );
    await insert(
      `INSERT INTO delivery (message_id, endpoint_id, state, finished_at)
     SELECT message_id, endpoint_id, 'delivered', 1`,
      { message_id: 'text', endpoint_id: 'text' },
      messages.flatMap(([id]) => endpointIds.map((endpoint) => [id, endpoint])),
    );
  }

  /** Runs a kind as the task runner does: only the cursor and the sums pass from piece to piece. */
  async function run<Data>(kind: UsageTaskKind<Data>, args: Record<string, unknown> = {}) {
    let task = { cursor: null as string | null, arguments: args, counts: {} as Record<string, number> };
    for (let pieces = 1; ; pieces++) {
      const next = await kind.next(task);
      const counts = { ...task.counts };
      for (const [key, add] of Object.entries(await next.write())) counts[key] = (counts[key] ?? 0) + add;
      task = JSON.parse(JSON.stringify({ ...task, cursor: next.cursor, counts }));
      if (next.done) return { data: kind.receipt(task), pieces };
    }
  }

  test('who listens to what: names of living endpoints, each once, and whether one takes everything', async () => {
    const [filtered, all, none, gone] = (await addApps(4)) as [string, string, string, string];
    await addEndpoint(filtered, ['b', 'a'], null);
    await addEndpoint(filtered, ['a', 'c.d-e_f'], null);
    await addEndpoint(filtered, ['deleted'], 1);
    await addEndpoint(filtered, null, 1);
    await addEndpoint(all, null, null);
    await addEndpoint(all, ['x'], null);
    await addEndpoint(gone, null, null);
    await db.write((tx) => tx.run('UPDATE application SET deleted_at = 1 WHERE id = ?', [gone]));
    const { data } = await run(createEventTypeUsageTask(store));
    expect(data).toEqual({
      event_types: [
        {
          appId: filtered,
          explicitlySubscribedEventTypes: ['a', 'b', 'c.d-e_f'],
          hasCatchAllEndpoint: false,
        },
        { appId: all, explicitlySubscribedEventTypes: ['x'], hasCatchAllEndpoint: true },
        { appId: none, explicitlySubscribedEventTypes: [], hasCatchAllEndpoint: false },
      ],
    });
  });

  test('an instance without applications is counted in one piece', async () => {
    expect(await run(createEventTypeUsageTask(store))).toEqual({ data: { event_types: [] }, pieces: 1 });
    const { data } = await run(createAppStatsTask(store), { since: 0, until: NOW, appIds: null });
    expect(data).toEqual({ appStats: [] });
  });

  test('many applications are read in pieces, each application once', async () => {
    const ids = await addApps(250, (i) => `uid-${i}`);
    const types = await run(createEventTypeUsageTask(store));
    expect([types.pieces, types.data.event_types.map(({ appId }) => appId)]).toEqual([3, ids]);
    const stats = await run(createAppStatsTask(store), { since: 0, until: NOW, appIds: null });
    expect([stats.pieces, stats.data.appStats.map(({ appId }) => appId)]).toEqual([3, ids]);
  });

  test('a message counts once for every endpoint it was to go to, in the applications asked for; resends do not', async () => {
    const [first, second] = (await addApps(2, (i) => (i === 0 ? 'first' : null))) as [string, string];
    const endpoints = [await addEndpoint(first, null, null), await addEndpoint(first, null, 5)];
    await addMessages(first, 3, endpoints);
    await addMessages(second, 2, []);
    await db.write((tx) =>
      tx.run(
        `INSERT INTO delivery (message_id, endpoint_id, state, manual, finished_at)
       SELECT message_id, endpoint_id, 'delivered', 1, 1 FROM delivery`,
      ),
    );
    const count = async (since: number, until: number, appIds: string[] | null = null) =>
      (await run(createAppStatsTask(store), { since, until, appIds })).data.appStats;
    expect(await count(NOW, NOW + 10_000)).toEqual([
      { appId: first, appUid: 'first', messageDestinations: 6 },
      { appId: second, appUid: null, messageDestinations: 0 },
    ]);
    // From `since` to before `until`.
    expect((await count(NOW + 1000, NOW + 2000))[0]?.messageDestinations).toBe(2);
    expect(await count(NOW, NOW + 10_000, [second])).toMatchObject([{ appId: second }]);
  });

  test('an application with many messages is counted in pieces, its neighbours just once', async () => {
    // Ids of one moment differ only in the last digit, so the next piece must not start too early.
    const apps = (await addApps(3)) as [string, string, string];
    for (const app of apps) {
      await addMessages(app, app === apps[1] ? 3456 : 12, [await addEndpoint(app, null, null)]);
    }
    const { data, pieces } = await run(createAppStatsTask(store), { since: 0, until: NOW * 2, appIds: null });
    expect(data.appStats.map(({ messageDestinations }) => messageDestinations)).toEqual([12, 3456, 12]);
    expect(pieces).toBe(4);
  });

  test.runIf(engine.name === 'SQLite')('a piece reads a part of an index, and never the tables', async () => {
    const params = [0, 1, 'app_1', 'msg_', 'msg_z', 10];
    const plan = await db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${COUNT_MESSAGES}`, params);
    const steps = plan.map(({ detail }) => detail).join('; ');
    expect(steps).toMatch(/SEARCH message USING COVERING INDEX message_app/);
    expect(steps).toMatch(/SEARCH delivery USING (COVERING )?INDEX delivery_message/);
    expect(steps).not.toMatch(/SCAN (message|delivery)|TEMP B-TREE/);
  });
});
