import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createIds } from '../../../src-server/base/id';
import type { Service } from '../../../src-server/base/lifecycle';
import { createLog } from '../../../src-server/base/log';
import { createNodeWork } from '../../../src-server/cluster/node/node-work';
import { createTaskRunner, type TaskKind } from '../../../src-server/delivery/tasks/task-runner';
import { createLiveBus } from '../../../src-server/live/live-bus';
import { createClusterTables } from '../../../src-server/storage/postgres/cluster-tables';
import { openPostgresChangeLog } from '../../../src-server/storage/postgres/postgres-change-log';
import { openPostgres } from '../../../src-server/storage/postgres/postgres-database';
import { openStores } from '../../../src-server/storage/stores';
import { BeatingCluster } from '../../support/beating-cluster';
import { describePostgres } from '../../support/engines';
import { createPostgres } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';

const log = createLog('silent');

/** Counts up to `arguments.to`, and writes each number down once. */
const counting: TaskKind = {
  name: 'count',
  async next(task) {
    const n = Number(task.cursor ?? 0) + 1;
    return {
      cursor: String(n),
      done: n === task.arguments.to,
      async write(tx) {
        await tx.run('INSERT INTO done (n) VALUES (?)', [n]);
        return { counted: 1 };
      },
    };
  },
  receipt: () => ({}),
};

async function startNode(url: string, name: string, events: string[]) {
  const db = await openPostgres(url);
  const changes = await openPostgresChangeLog(db.connect);
  const stores = await openStores(db, async () => () => undefined, (() => undefined) as never);
  const liveBus = createLiveBus(systemClock);
  const tasks = createTaskRunner({
    ...{ store: stores.taskStore, clock: systemClock, newId: createIds(systemClock), log, liveBus },
    isShared: true,
  });
  tasks.register(counting);
  const cluster = new BeatingCluster();
  const cleaning: Service = {
    name: 'cleaning',
    start: async () => void events.push(`${name} begins`),
    stop: async () => void events.push(`${name} ends`),
  };
  const services = createNodeWork({
    ...{ cluster, changes, db, log },
    sending: { stores, liveBus, parts: { tasks, delivery: {} } } as never,
    catalog: {
      catalogOutdated: () => undefined,
      onSettingsChanged: () => undefined,
      flagReleases: { ...idle('planned releases'), wake: async () => undefined },
      eventTypeNotices: idle('notices about event types'),
    },
    noticeDesk: idle('notices to people'),
    lookup: { forget: () => undefined },
    maintenance: () => [cleaning],
  });
  for (const service of services) await service.start();
  const stop = async () => {
    for (const service of [...services].reverse()) await service.stop();
    await db.close();
  };
  return { cluster, stores, tasks, stop };
}

/** A service that does nothing. */
const idle = (name: string): Service => ({
  name,
  start: async () => undefined,
  stop: async () => undefined,
});

describePostgres('keeping house', () => {
  const created = startedForEach(createPostgres);
  const db = startedForEach(() => openPostgres(created.url));

  beforeEach(async () => {
    await createClusterTables(db);
    await db.write((tx) => tx.run('CREATE TABLE done (n BIGINT PRIMARY KEY)'));
  });

  const counted = async () =>
    (await db.all<{ n: number }>('SELECT n FROM done ORDER BY n')).map(({ n }) => n);

  test('runs what any node began, and goes on at the next node without a gap or a repeat', async () => {
    const events: string[] = [];
    const [a, b] = [await startNode(created.url, 'a', events), await startNode(created.url, 'b', events)];
    a.cluster.keepHouse(true);
    await expect.poll(() => events).toEqual(['a begins']);
    const { id } = await b.tasks.begin({
      ...{ task: 'count', appId: null, endpointId: null, arguments: { to: 60 } },
    });
    expect(await counted()).toEqual([]);
    await a.cluster.beat();
    await expect.poll(async () => (await counted()).length).toBeGreaterThan(2);
    a.cluster.keepHouse(false);
    await expect.poll(() => events).toEqual(['a begins', 'a ends']);
    b.cluster.keepHouse(true);
    const status = async () => (await a.stores.taskStore.get(id))?.status;
    await expect.poll(status, { timeout: 15_000 }).toBe('finished');
    expect(await counted()).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(events).toEqual(['a begins', 'a ends', 'b begins']);
    await a.stop();
    await b.stop();
    expect(events.at(-1)).toBe('b ends');
  });

  test('ends a task that somebody stopped at another node', async () => {
    const [a, b] = [await startNode(created.url, 'a', []), await startNode(created.url, 'b', [])];
    a.cluster.keepHouse(true);
    const task = { task: 'count', appId: null, endpointId: null, arguments: { to: 1_000_000 } };
    const { id } = await a.tasks.begin(task);
    await a.cluster.beat();
    await expect.poll(async () => (await counted()).length).toBeGreaterThan(1);
    expect(await b.tasks.stopTask(id)).toMatchObject({ status: 'finished', stopped: true });
    const before = await counted();
    await a.cluster.beat();
    await a.stop();
    await b.stop();
    expect(await counted()).toEqual(before);
  });
});
