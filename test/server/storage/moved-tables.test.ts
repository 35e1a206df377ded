import { expect, onTestFinished, test } from 'vitest';
import { describeTables, type MovedTable } from '../../../src-server/storage/move/moved-table';
import { readTable } from '../../../src-server/storage/move/read-table';
import { RowDigest } from '../../../src-server/storage/move/row-digest';
import { migratePostgres } from '../../../src-server/storage/postgres/migrate-postgres';
import { migrate } from '../../../src-server/storage/sqlite/migrate';
import { describePostgres } from '../../support/engines';
import { newDatabaseFile } from '../../support/new-database-file';
import { createPostgres } from '../../support/postgres-for-tests';

const TYPES = { text: 'text', integer: 'bigint', bytes: 'bytea', place: 'bigint' };

test('a table comes after those that it refers to, and rows have an order in each', async () => {
  const tables = await describeTables();
  const names = tables.map(({ name }) => name);
  const isBefore = (table: string, other: string) => names.indexOf(table) < names.indexOf(other);
  expect(isBefore('application', 'endpoint') && isBefore('endpoint', 'old_secret')).toBe(true);
  expect(isBefore('integration', 'token') && isBefore('delivery', 'attempt')).toBe(true);
  expect(isBefore('connection', 'working_copy') && isBefore('working_copy', 'working_copy_type')).toBe(true);
  expect(tables.filter(({ key }) => key.length === 0)).toEqual([]);
});

describePostgres('the tables that are moved', () => {
  test('are those of PostgreSQL: their columns, what is bytes there, and what counts up', async () => {
    const created = await createPostgres('template0');
    const db = await created.open();
    try {
      await migratePostgres(db);
      const found = await db.all<{ line: string }>(
        `SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_identity AS line
         FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'schema_version'`,
      );
      const lines = (await describeTables()).flatMap(({ name, columns, numbered }) =>
        columns.map(
          (column) =>
            `${name}.${column.name} ${TYPES[column.kind]} ${column.name === numbered ? 'YES' : 'NO'}`,
        ),
      );
      expect(lines.sort()).toEqual(found.map(({ line }) => line).sort());
      expect(lines.length).toBeGreaterThan(200);
    } finally {
      await db.close();
      await created.remove();
    }
  });
});

test('a table is read in slices, each row once, and few at a time where they are large', async () => {
  const db = await newDatabaseFile();
  onTestFinished(db.remove);
  await migrate(db);
  await db.write(async (tx) => {
    await tx.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
       INSERT INTO message (id, app_id, event_type, payload, created_at)
       SELECT printf('msg_%04d', i), 'operational', 'a', iif(i = 1400, printf('%.*c', 300000, 'x'), 'y'), 1 FROM n`,
    );
  });
  const table = (await describeTables()).find(({ name }) => name === 'message') as MovedTable;
  const sizes: number[] = [];
  const ids: unknown[] = [];
  for await (const rows of readTable({ dialect: db.dialect, rows: db }, table)) {
    sizes.push(rows.length);
    ids.push(...rows.map(([id]) => id));
  }
  expect(ids).toEqual(Array.from({ length: 1500 }, (_, i) => `msg_${String(i + 1).padStart(4, '0')}`));
  // So many of the largest would still fit.
  expect(sizes[0]).toBe(Math.floor((32 * 1024 * 1024) / (300_000 + 'msg_1400operationala'.length)));
  await db.write(async (tx) => void (await tx.run('UPDATE message SET payload = NULL')));
  for await (const rows of readTable({ dialect: db.dialect, rows: db }, table)) sizes.push(rows.length);
  expect(sizes.slice(-2)).toEqual([1000, 500]);
});

test('two rows that only look the same have different digests', () => {
  const digest = (...row: (string | number | null | Uint8Array)[]) => {
    const digest = new RowDigest();
    digest.add([row]);
    return digest.end().sha256;
  };
  const bytes = (text: string) => Buffer.from(text);
  const all = [
    digest('1'),
    digest(1),
    digest(null),
    digest('null'),
    digest(''),
    digest(bytes('')),
    digest(bytes('ab'), bytes('c')),
    digest(bytes('a'), bytes('bc')),
    digest('a\0'),
    digest('a'),
    digest('a', 'b'),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(digest('a', bytes('b'))).toBe(digest('a', new Uint8Array(bytes('b'))));
});
