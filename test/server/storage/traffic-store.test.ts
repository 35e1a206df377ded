import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  createTrafficStore,
  type TrafficMinute,
  type TrafficStore,
} from '../../../src-server/storage/messages/traffic-store';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import { describeEngines } from '../../support/engines';
import { newDatabaseFile } from '../../support/new-database-file';
import { startedForEach } from '../../support/started';

const minute = (at: number, more: Partial<TrafficMinute> = {}): TrafficMinute => ({
  endpointId: 'ep_1',
  at,
  arrivals: 3,
  sends: 2,
  succeeded: 1,
  failed: 1,
  queue: 5,
  oldestMs: null,
  delayP50Ms: 10,
  delayP95Ms: 90,
  ...more,
});

describeEngines('the history of traffic', (engine) => {
  const db = startedForEach(engine.create);
  let store: TrafficStore;

  beforeEach(async () => {
    store = createTrafficStore(db);
  });
  test('minutes come back as they were, oldest first, those of one endpoint in the range', async () => {
    await store.add([minute(120), minute(60), minute(60, { endpointId: 'ep_2' }), minute(180)], 0);
    const { endpointId: _, ...first } = minute(60);
    expect(await store.list('ep_1', 60, 120)).toEqual([first, { ...first, at: 120 }]);
  });

  test('two parts of one minute, from before and after a restart, become their sum', async () => {
    await store.add([minute(60, { oldestMs: 700, delayP50Ms: null, delayP95Ms: null })], 0);
    await store.add([minute(60, { queue: 1, oldestMs: null })], 0);
    expect(await store.list('ep_1', 0, 100)).toEqual([
      {
        at: 60,
        arrivals: 6,
        sends: 4,
        succeeded: 2,
        failed: 2,
        queue: 1,
        oldestMs: 700,
        delayP50Ms: 10,
        delayP95Ms: 90,
      },
    ]);
  });

  test('what is too old goes, ten minutes of it with each write', async () => {
    await store.add(
      Array.from({ length: 30 }, (_, n) => minute(n * 60)),
      0,
    );
    const firstAfterWrite = async () => {
      await store.add([minute(6000)], 1200);
      return (await store.list('ep_1', 0, 5000))[0]?.at;
    };
    expect(await firstAfterWrite()).toBe(600);
    expect(await firstAfterWrite()).toBe(1200);
    expect(await firstAfterWrite()).toBe(1200);
  });
});

test('a database from before the history gets the table and keeps what it had', async () => {
  const old = await newDatabaseFile();
  onTestFinished(old.remove);
  const before = migrations.findIndex(({ sql }) => sql.includes('CREATE TABLE traffic_minute'));
  await migrate(old, migrations.slice(0, before));
  await old.write((tx) =>
    tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 1, 1)`),
  );
  const { applied } = await migrate(old);
  expect(applied).toContain(migrations[before]?.version);
  await createTrafficStore(old).add([minute(60)], 0);
  expect(await createTrafficStore(old).list('ep_1', 0, 60)).toHaveLength(1);
  expect(await old.all(`SELECT id FROM application WHERE id LIKE 'app~_%' ESCAPE '~'`)).toEqual([
    { id: 'app_1' },
  ]);
});
