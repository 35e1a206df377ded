import { expect, test } from 'vitest';
import { EVENT_TYPE_VERSIONS_KEPT } from '../../../src-server/contract/limits';
import { putEventTypeTexts, removeEventTypes } from '../../../src-server/storage/catalog/event-type-batch';
import { createEventTypeStore } from '../../../src-server/storage/catalog/event-type-store';
import { type EventTypeContent, textOfEventType } from '../../../src-server/storage/catalog/event-type-text';
import { createEventTypeVersionStore } from '../../../src-server/storage/catalog/event-type-version-store';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import type { Transaction } from '../../../src-server/storage/transaction';
import { newDatabaseFile } from '../../support/new-database-file';
import { plainEventType } from '../../support/plain-event-type';
import { startedForEach } from '../../support/started';

const db = startedForEach(newDatabaseFile);
const content = (name: string, extra: Partial<EventTypeContent> = {}) =>
  plainEventType(name, { description: 'D.', ...extra });

test('event types of an older file are the first version of their history', async () => {
  const number = migrations.find(({ sql }) => sql.includes('CREATE TABLE event_type_version'))?.version ?? 0;
  await migrate(
    db,
    migrations.filter(({ version }) => version < number),
  );
  await db.write((tx) =>
    tx.run(
      `INSERT INTO event_type (name, description, deprecated, feature_flags, schemas, created_at, updated_at)
       VALUES ('a.b', 'Old.', 1, '["beta"]', '{"1":{"type":"object"}}', 1, 2)`,
    ),
  );
  await migrate(db);
  const versions = createEventTypeVersionStore(db);
  await createEventTypeStore(db).update('a.b', 9, (current) => ({ ...current, description: 'New.' }));
  const { data } = await versions.list('a.b', {});
  expect(data).toMatchObject([
    { version: 2, act: 'update', author: null, tokenId: null, createdAt: 9 },
    { version: 1, act: 'known', author: null, createdAt: 2 },
  ]);
  expect(data[0]?.difference.changes).toEqual([
    { effect: null, where: 'description', text: '“Old.” becomes “New.”' },
  ]);
  expect((await versions.get('a.b', 1))?.content).toEqual(
    content('a.b', {
      ...{ description: 'Old.', deprecated: true, featureFlags: ['beta'] },
      schemas: '{"1":{"type":"object"}}',
    }),
  );
  // The initial version of the history is not a change.
  expect((await versions.listAll({})).data.map(({ version }) => version)).toEqual([2]);
});

test('an event type of an older file is deprecated since the change that said so, or since its last one', async () => {
  const number = migrations.find(({ sql }) => sql.includes('deprecated_at'))?.version ?? 0;
  await migrate(
    db,
    migrations.filter(({ version }) => version < number),
  );
  const add = (
    name: string,
    deprecated: number,
    versions: readonly (readonly [deprecated: number, at: number])[],
  ) =>
    db.write(async (tx) => {
      await tx.run(
        "INSERT INTO event_type (name, description, deprecated, created_at, updated_at) VALUES (?, '', ?, 1, 9)",
        [name, deprecated],
      );
      for (const [index, [was, at]] of versions.entries())
        await tx.run(
          `INSERT INTO event_type_version (name, version, act, description, archived, deprecated, difference, created_at)
           VALUES (?, ?, 'update', '', 0, ?, '{}', ?)`,
          [name, index + 1, was, at],
        );
    });
  await add('again', 1, [
    [1, 1],
    [0, 2],
    [1, 3],
    [1, 4],
  ]);
  await add('always', 1, [[1, 5]]);
  await add('never', 0, [
    [1, 6],
    [0, 7],
  ]);
  await add('unknown', 1, []);
  await migrate(db);
  const { data } = await createEventTypeStore(db).list({
    ...{ includeArchived: true, withSchemas: false, visibleFlags: null },
  });
  expect(data.map(({ name, deprecatedAt }) => [name, deprecatedAt])).toEqual([
    ['again', 3],
    ['always', 5],
    ['never', null],
    ['unknown', 9],
  ]);
});

test('retention keeps only the newest versions of each event type, and does not reuse their numbers', async () => {
  await migrate(db);
  const store = createEventTypeStore(db);
  const versions = createEventTypeVersionStore(db);
  await store.insert(content('few'), 0);
  await store.insert(content('many'), 0);
  const write = (text: string) => store.update('many', 1, (row) => ({ ...row, description: text }));
  for (let n = 2; n <= EVENT_TYPE_VERSIONS_KEPT + 7; n += 1) await write(`${n}`);
  expect(await versions.deleteBeyondKept(5)).toBe(5);
  expect(await versions.deleteBeyondKept(5)).toBe(2);
  expect(await versions.deleteBeyondKept(5)).toBe(0);
  const { data } = await versions.list('many', { limit: 250 });
  expect([data.length, data[0]?.version, data.at(-1)?.version]).toEqual([100, 107, 8]);
  expect((await versions.list('few', {})).data).toHaveLength(1);
  await write('next');
  expect((await versions.list('many', { limit: 1 })).data[0]?.version).toBe(108);
});

test('a change that is not written leaves no version', async () => {
  await migrate(db);
  const store = createEventTypeStore(db);
  await store.insert(content('a'), 0);
  expect(await store.insert(content('a'), 1)).toBe(false);
  const after = textOfEventType(content('b'));
  const failing = db.write(async (tx) => {
    await putEventTypeTexts(tx, [{ before: null, after, difference: null }], 2, null);
    throw new Error('something else of the write fails');
  });
  await expect(failing).rejects.toThrow();
  expect((await createEventTypeVersionStore(db).listAll({})).data).toHaveLength(1);
});

test('removing many takes a few statements for each 500, and keeps the last content of each', async () => {
  await migrate(db);
  const names = Array.from({ length: 1200 }, (_, n) => `a.n${n}`);
  const all = names.map((name) => ({
    before: null,
    after: textOfEventType(content(name)),
    difference: null,
  }));
  await db.write((tx) => putEventTypeTexts(tx, all, 1, null));
  let statements = 0;
  await db.write((tx) => {
    const counted: Transaction = {
      dialect: tx.dialect,
      get: (...args) => count(tx.get(...args)),
      all: (...args) => count(tx.all(...args)),
      run: (...args) => count(tx.run(...args)),
    };
    const count = <T>(work: T): T => {
      statements += 1;
      return work;
    };
    return removeEventTypes(counted, [...names, 'a.n7', 'not.there'], 2, { tokenId: null });
  });
  expect(statements).toBeLessThan(20);
  expect(await createEventTypeStore(db).get('a.n7')).toBeUndefined();
  const versions = createEventTypeVersionStore(db);
  expect((await versions.list('a.n7', {})).data).toMatchObject([
    { version: 2, act: 'delete', author: 'admin', createdAt: 2 },
    { version: 1, act: 'create' },
  ]);
  expect((await versions.get('a.n1199', 2))?.content).toEqual(content('a.n1199'));
  expect((await versions.list('not.there', {})).data).toEqual([]);
});

test('a history and its retention use an index', async () => {
  await migrate(db);
  const plan = async (sql: string) =>
    (await db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)).map(({ detail }) => detail).join('\n');
  expect(
    await plan(
      `SELECT id FROM event_type_version WHERE name = 'a' AND version < 5 ORDER BY version DESC LIMIT 3`,
    ),
  ).toContain('USING COVERING INDEX event_type_version_name (name=? AND version<?)');
  expect(await plan(`SELECT name, max(version) FROM event_type_version GROUP BY name`)).toContain(
    'USING COVERING INDEX event_type_version_name',
  );
});
