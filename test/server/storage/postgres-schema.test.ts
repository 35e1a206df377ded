import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src-server/storage/database';
import { migratePostgres, postgresMigrations } from '../../../src-server/storage/postgres/migrate-postgres';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import { openDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { describePostgres } from '../../support/engines';
import { createPostgres, type PostgresForTest } from '../../support/postgres-for-tests';
import { startedOnce } from '../../support/started';

/** Tables whose rows have a number in SQLite, and in PostgreSQL a column for it. */
const NUMBERED = ['old_secret', 'sync_receipt_item'];
/** Columns that hold bytes where SQLite has text, because their texts may contain NUL. */
const AS_BYTES = ['message.payload', 'attempt.response'];
/** Columns of an index that would be too large for PostgreSQL. */
const LEFT_OUT = ', channels, tags';

test('each migration after the first schema of PostgreSQL is there for both engines, with one number', () => {
  const [first, ...later] = postgresMigrations.map(({ version }) => version);
  expect(later).toEqual(migrations.map(({ version }) => version).filter((version) => version > (first ?? 0)));
  expect(postgresMigrations.at(-1)?.version).toBe(migrations.at(-1)?.version);
});

describePostgres('the schema of PostgreSQL is that of SQLite', () => {
  let folder: string;
  let sqlite: Database;
  let created: PostgresForTest;
  let postgres: Database;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
    const file = await openDatabase(join(folder, 'posthorn.db'));
    await migrate(file);
    sqlite = file;
    // Without the tables that only several nodes need.
    created = await createPostgres('template0');
    postgres = await created.open();
    await migratePostgres(postgres);
  });
  afterAll(async () => {
    await sqlite.close();
    await postgres.close();
    await rm(folder, { recursive: true });
    await created.remove();
  });

  const lines = async (db: Database, sql: string) =>
    (await db.all<{ line: string }>(sql)).map(({ line }) => line).sort();

  test('in its tables and their columns: order, type, whether null may be, default', async () => {
    const ofSqlite = await lines(
      sqlite,
      `SELECT tables.name || '.' || cid || ' ' || columns.name || ' ' || columns.type || iif("notnull" OR pk, ' NOT NULL', '') || coalesce(' ' || dflt_value, '') AS line
       FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'`,
    );
    const ofPostgres = await lines(
      postgres,
      `SELECT table_name || '.' || (ordinal_position - 1) || ' ' || column_name || ' ' ||
         CASE WHEN table_name || '.' || column_name IN (${AS_BYTES.map((name) => `'${name}'`).join()}) THEN 'TEXT'
           ELSE replace(replace(upper(data_type), 'BIGINT', 'INTEGER'), 'BYTEA', 'BLOB') END ||
         CASE WHEN is_nullable = 'NO' THEN ' NOT NULL' ELSE '' END ||
         coalesce(' ' || replace(column_default, '::text', ''), '') AS line
       FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> 'schema_version' AND column_name <> 'place'`,
    );
    expect(ofSqlite.length).toBeGreaterThan(200);
    expect(ofPostgres).toEqual(ofSqlite);
  });

  test('in which columns SQLite numbers by itself', async () => {
    const ofSqlite = await lines(
      sqlite,
      `SELECT name AS line FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'`,
    );
    const ofPostgres = await lines(
      postgres,
      `SELECT table_name AS line FROM information_schema.columns WHERE is_identity = 'YES'`,
    );
    expect(ofPostgres).toEqual([...ofSqlite, ...NUMBERED].sort());
    expect(ofSqlite).toContain('delivery');
  });

  test('in its indexes: table, columns in order, whether unique, whether of a part', async () => {
    const ofSqlite = await lines(
      sqlite,
      `SELECT list.name || ' ' || tables.name || ' (' ||
         (SELECT group_concat(coalesce(name, 'expression'), ', ') FROM (SELECT name FROM pragma_index_info(list.name) ORDER BY seqno)) ||
         ')' || iif("unique", ' UNIQUE', '') || iif(partial, ' PARTIAL', '') AS line
       FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS list
       WHERE tables.type = 'table' AND list.origin = 'c'`,
    );
    const ofPostgres = await lines(
      postgres,
      `${indexes("NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))")}`,
    );
    expect(ofSqlite.length).toBeGreaterThan(20);
    expect(ofPostgres).toEqual(ofSqlite.map((line) => line.replace(LEFT_OUT, '')));
  });

  test('in what is unique by the table itself', async () => {
    const ofSqlite = await lines(
      sqlite,
      `SELECT tables.name || ' (' || (SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_index_info(list.name) ORDER BY seqno)) || ')' AS line
       FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS list
       WHERE tables.type = 'table' AND list.origin IN ('u', 'pk')
       UNION SELECT name || ' (id)' FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'`,
    );
    const ofPostgres = await lines(
      postgres,
      `SELECT conrelid::regclass::text || ' (' || (
         SELECT string_agg(attname, ', ' ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS key (number, place)
         JOIN pg_attribute ON attrelid = conrelid AND attnum = key.number) || ')' AS line
       FROM pg_constraint WHERE contype IN ('p', 'u') AND conrelid::regclass::text <> 'schema_version'
         AND connamespace = 'public'::regnamespace`,
    );
    expect(ofPostgres).toEqual(ofSqlite);
  });

  test('in its references, and in what goes with what is deleted', async () => {
    const ofSqlite = await lines(
      sqlite,
      `SELECT tables.name || '.' || keys."from" || ' ' || keys."table" || '.' || keys."to" || ' ' || keys.on_delete AS line
       FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'`,
    );
    const ofPostgres = await lines(
      postgres,
      `SELECT conrelid::regclass::text || '.' || a.attname || ' ' || confrelid::regclass::text || '.' || b.attname || ' ' ||
         CASE confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'a' THEN 'NO ACTION' ELSE confdeltype::text END AS line
       FROM pg_constraint
       JOIN pg_attribute AS a ON a.attrelid = conrelid AND a.attnum = conkey[1]
       JOIN pg_attribute AS b ON b.attrelid = confrelid AND b.attnum = confkey[1]
       WHERE contype = 'f'`,
    );
    expect(ofSqlite.length).toBeGreaterThan(10);
    expect(ofPostgres).toEqual(ofSqlite);
  });

  test('in how many conditions each table has', async () => {
    const rows = await sqlite.all<{ name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%CHECK%' ORDER BY name`,
    );
    const ofSqlite = rows.map(({ name, sql }) => `${name} ${sql.match(/\bCHECK\s*\(/g)?.length}`);
    const ofPostgres = await lines(
      postgres,
      `SELECT conrelid::regclass::text || ' ' || count(*) AS line FROM pg_constraint
       WHERE contype = 'c' AND connamespace = 'public'::regnamespace GROUP BY conrelid`,
    );
    expect(ofPostgres).toEqual(ofSqlite);
  });

  test('and all its text is in the order of its bytes', async () => {
    const others = await lines(
      postgres,
      `SELECT table_name || '.' || column_name AS line FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`,
    );
    expect(others).toEqual([]);
  });

  test('and begins with the same rows', async () => {
    const rows =
      'SELECT id, uid, name, rate_limit, metadata, created_at, updated_at, deleted_at FROM application';
    expect(await postgres.all(rows)).toEqual(await sqlite.all(rows));
    for (const db of [sqlite, postgres])
      expect(await db.all('SELECT id FROM installation')).toEqual([
        { id: expect.stringMatching(/^[0-9a-f]{16}$/) },
      ]);
  });
});

function indexes(condition: string): string {
  return `
    SELECT indexrelid::regclass::text || ' ' || indrelid::regclass::text || ' (' || (
        SELECT string_agg(coalesce(attname, 'expression'), ', ' ORDER BY place)
        FROM unnest(indkey) WITH ORDINALITY AS key (number, place)
        LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = key.number
      ) || ')' || CASE WHEN indisunique THEN ' UNIQUE' ELSE '' END ||
      CASE WHEN indpred IS NOT NULL THEN ' PARTIAL' ELSE '' END AS line
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = 'public'::regnamespace AND ${condition}`;
}

describePostgres('migrating a PostgreSQL database', () => {
  const created = startedOnce(() => createPostgres('template0'));
  const db = startedOnce(() => created.open());

  test('is done once, although several programs start at the same time', async () => {
    const others = await Promise.all([created.open(), created.open()]);
    const applied = await Promise.all([db, ...others].map((database) => migratePostgres(database)));
    for (const database of others) await database.close();
    expect(applied.flat().sort((a, b) => a - b)).toEqual(postgresMigrations.map(({ version }) => version));
    expect(await migratePostgres(db)).toEqual([]);
  });

  test('applies what is missing in order, and nothing of one that fails', async () => {
    const newest = postgresMigrations.at(-1)?.version ?? 0;
    const fine = { version: newest + 1, sql: 'CREATE TABLE one (id BIGINT);' };
    const wrong = {
      version: newest + 2,
      sql: 'CREATE TABLE two (id BIGINT);\nCREATE TABLE one (id BIGINT);',
    };
    await expect(migratePostgres(db, [...postgresMigrations, fine, wrong])).rejects.toThrow(/already exists/);
    expect(await db.get(`SELECT to_regclass('one')::text AS one, to_regclass('two')::text AS two`)).toEqual({
      one: 'one',
      two: null,
    });
    const mended = { version: newest + 2, sql: 'CREATE TABLE two (id BIGINT);' };
    expect(await migratePostgres(db, [...postgresMigrations, fine, mended])).toEqual([newest + 2]);
  });

  test('a database of a newer program is refused', async () => {
    await expect(migratePostgres(db)).rejects.toThrow(/written by a newer Posthorn/);
  });
});
