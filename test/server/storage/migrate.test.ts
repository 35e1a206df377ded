import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrate, migrations } from '../../../src-server/storage/sqlite/migrate';
import { openDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { newDatabaseFile } from '../../support/new-database-file';
import { startedForEach } from '../../support/started';

const db = startedForEach(newDatabaseFile);

const first = { version: 1, sql: 'CREATE TABLE word (text TEXT NOT NULL) STRICT; -- words\n' };
const second = {
  version: 2,
  sql: 'ALTER TABLE word ADD COLUMN language TEXT;\nCREATE TABLE more (a INTEGER);',
};
const version = async () => (await db.get<{ user_version: number }>('PRAGMA user_version'))?.user_version;

test('a new file gets every migration, in order, and no copy is made', async () => {
  const result = await migrate(db);
  expect(result).toEqual({ applied: migrations.map((migration) => migration.version), copy: null });
  expect(await version()).toBe(migrations.at(-1)?.version);
});

test('the numbers of the migrations begin at 1 and have no gaps', () => {
  expect(migrations.map((migration) => migration.version)).toEqual(migrations.map((_, i) => i + 1));
});

test('every table is STRICT, so that no column holds a value of another type', async () => {
  await migrate(db);
  const loose = await db.all(
    `SELECT name FROM pragma_table_list WHERE strict = 0 AND schema = 'main' AND name NOT LIKE 'sqlite_%'`,
  );
  expect(loose).toEqual([]);
});

test('a file that is up to date is left alone', async () => {
  await migrate(db);
  expect(await migrate(db)).toEqual({ applied: [], copy: null });
});

test('before a file that holds data is changed, a copy of it is put beside it', async () => {
  await migrate(db, [first]);
  await db.write((tx) => tx.run(`INSERT INTO word (text) VALUES ('post')`));
  const { applied, copy } = await migrate(db, [first, second]);
  expect(applied).toEqual([2]);
  expect(await db.all('SELECT * FROM word')).toEqual([{ text: 'post', language: null }]);
  const old = await openDatabase(copy ?? '');
  expect(await old.all('SELECT * FROM word')).toEqual([{ text: 'post' }]);
  expect(await old.all('PRAGMA user_version')).toEqual([{ user_version: 1 }]);
  await old.close();
});

test('an earlier copy is never overwritten', async () => {
  await migrate(db, [first]);
  const before = await migrate(db, [first, second]);
  await db.write((tx) => tx.run('PRAGMA user_version = 1'));
  await db.write((tx) => tx.run('DROP TABLE more'));
  await db.write((tx) => tx.run('ALTER TABLE word DROP COLUMN language'));
  const again = await migrate(db, [first, second]);
  expect(again.copy).not.toBe(before.copy);
  expect([before.copy, again.copy].every((copy) => copy !== null && existsSync(copy))).toBe(true);
});

test('a migration that fails leaves the file at the whole version before it', async () => {
  const broken = { version: 2, sql: 'CREATE TABLE half (a INTEGER);\nINSERT INTO nowhere VALUES (1);' };
  await migrate(db, [first]);
  await expect(migrate(db, [first, broken])).rejects.toThrow(/nowhere/);
  expect(await version()).toBe(1);
  expect(await db.all(`SELECT name FROM sqlite_schema WHERE name = 'half'`)).toEqual([]);
});

test('a file from a newer program is refused with a sentence that says what to do', async () => {
  await migrate(db, [first, second]);
  await expect(migrate(db, [first])).rejects.toThrow(
    /written by a newer Posthorn \(version 2; this one knows 1\)\. Update Posthorn, or choose another --data-dir/,
  );
  expect(await version()).toBe(2);
});
