import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { assertVersion, type Connection } from '../../../src-server/storage/sqlite/sqlite-connection';
import { openDatabase, type SqliteDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import type { Transaction } from '../../../src-server/storage/transaction';
import { newDatabaseFile } from '../../support/new-database-file';
import { startedForEach } from '../../support/started';

const db = startedForEach(newDatabaseFile);

beforeEach(async () => {
  await db.write((tx) => tx.run('CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)'));
});

const beside = (name: string) => join(dirname(db.path), name);
const add = (text: string | null) => (tx: Transaction) =>
  tx.run('INSERT INTO word (text) VALUES (?)', [text]);
const words = async (from: SqliteDatabase = db) =>
  (await from.all<{ text: string }>('SELECT text FROM word ORDER BY id')).map((row) => row.text);

/** Writes words through a batch writer and records the size of each batch. */
function batchOfTexts(isOneStatement = false) {
  const sizes: number[] = [];
  const insert = db.batchWriter(
    async (tx, inputs: readonly string[]) => {
      sizes.push(inputs.length);
      const rows = await tx.all<{ id: number }>(
        'INSERT INTO word (text) SELECT value FROM json_each(?) RETURNING id',
        [JSON.stringify(inputs)],
      );
      return rows.map((row) => row.id);
    },
    () => isOneStatement,
  );
  return { sizes, insert };
}

const BATCHES = [
  ['in a transaction', false],
  ['that is one statement', true],
] as const;

test.each(BATCHES)(
  'on a full disk a batch %s that does not fit is refused, and what fits beside it is kept',
  async (_, isOne) => {
    const { insert } = batchOfTexts(isOne);
    await db.write((tx) => tx.all('PRAGMA max_page_count = 1')); // SQLite makes it the size that the file has
    const large = 'x'.repeat(100_000);
    const refused = { status: 507, body: { code: 'disk_full' } };
    const results = await Promise.allSettled([db.write(add('a')), insert(large), db.write(add('b'))]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(insert(large)).rejects.toMatchObject(refused);
    expect(await words()).toEqual(['a', 'b']);
    await db.write((tx) => tx.all('PRAGMA max_page_count = 100000'));
    await insert(large);
    expect(await words()).toEqual(['a', 'b', large]);
  },
);

test('definitions that a statement needs are created before the next write, and not in the file', async () => {
  db.define(`
    CREATE TEMP VIEW spoken AS SELECT NULL AS text;
    CREATE TEMP TRIGGER speak INSTEAD OF INSERT ON spoken BEGIN INSERT INTO word (text) VALUES (NEW.text); END`);
  await db.write((tx) => tx.run(`INSERT INTO spoken VALUES ('a')`));
  expect(await words()).toEqual(['a']);
  await expect(db.all('SELECT * FROM spoken')).rejects.toThrow(/no such table/);
});

test('a failed definition fails the next write with its cause', async () => {
  db.define('CREATE TEMP VIEW broken AS SELECT');
  await expect(db.write(add('a'))).rejects.toThrow(/incomplete input|syntax error/);
  expect(await words()).toEqual([]);
});

test('a statement requested many times concurrently is prepared once, and the file still closes', async () => {
  await Promise.all(Array.from({ length: 20 }, () => db.get('SELECT count(*) FROM word')));
  await db.close();
});

test('a copy contains everything committed and does not change the original', async () => {
  await db.write(add('a'));
  const path = beside('copy.db');
  await db.copyTo(path);
  await db.write(add('b'));
  const copy = await openDatabase(path);
  expect(await words(copy)).toEqual(['a']);
  await copy.close();
  expect(await words()).toEqual(['a', 'b']);
});

test('text with a NUL character is returned completely', async () => {
  const { insert } = batchOfTexts();
  await insert('a\u0000b');
  expect(await words()).toEqual(['a\u0000b']);
});

test('every commit is flushed: write-ahead log, synchronous FULL, foreign keys on', async () => {
  const settings = await db.write(async (tx) => [
    await tx.get('PRAGMA journal_mode'),
    await tx.get('PRAGMA synchronous'),
    await tx.get('PRAGMA foreign_keys'),
  ]);
  expect(settings).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }]);
});

test('on a Mac a commit is flushed through the cache of the disk as well', async () => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
  Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' });
  const mac = await openDatabase(beside('mac.db')).finally(() =>
    Object.defineProperty(process, 'platform', platform),
  );
  try {
    const settings = await mac.write(async (tx) => [
      await tx.get('PRAGMA fullfsync'),
      await tx.get('PRAGMA checkpoint_fullfsync'),
    ]);
    expect(settings).toEqual([{ fullfsync: 1 }, { checkpoint_fullfsync: 1 }]);
  } finally {
    await mac.close();
  }
});

test.each([
  ['3.51.3', true],
  ['3.52.0', true],
  ['4.0.0', true],
  ['3.51.2', false],
  ['3.9.9', false],
  ['unknown', false],
])('SQLite %s: new enough not to damage a file is %s', async (version, fits) => {
  const checked = assertVersion({ get: async () => ({ version }) } as unknown as Connection);
  if (fits) await checked;
  else await expect(checked).rejects.toThrow(/too old.*3\.51\.3/);
});

test('a file that is not a database, or cannot be created, is refused', async () => {
  await writeFile(beside('letter.txt'), 'Dear reader, '.repeat(1000));
  await expect(openDatabase(beside('letter.txt'))).rejects.toThrow(/SQLITE_NOTADB/);
  await expect(openDatabase(beside('no/such/folder.db'))).rejects.toThrow(/SQLITE_CANTOPEN/);
});

test('a batch that fails before it runs takes no more inputs: the next ones are answered too', async () => {
  const { path } = db;
  const write = db.batchWriter<string, number>(async (tx, texts) => {
    for (const text of texts) await add(text)(tx);
    return texts.map((text) => text.length);
  });
  await rename(path, `${path}.away`);
  await expect(write('first')).rejects.toThrow(/deleted or replaced/);
  const later = ['a', 'b', 'c'].map((text) => write(text));
  expect((await Promise.allSettled(later)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  await rename(`${path}.away`, path);
  expect(await write('last')).toBe(4);
});

test('lists that take long hold up neither other reads nor writes', async () => {
  const long =
    'WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000000) SELECT max(n) FROM n';
  const ended: string[] = [];
  const lists = Array.from({ length: 4 }, () => db.lists.get(long).then(() => ended.push('list')));
  await words();
  ended.push('read');
  await db.write(add('a'));
  ended.push('write');
  await Promise.all(lists);
  expect(ended).toEqual(['read', 'write', 'list', 'list', 'list', 'list']);
});

test('a hanging disk is reported as trouble until it responds, and the write in progress is completed then', async () => {
  const path = beside('hanging.db');
  const hanging = await openDatabase(path, 20);
  try {
    const heard: (string | undefined)[] = [];
    hanging.onTrouble(() => heard.push(hanging.trouble()?.detail));
    // Nothing that a test can hold makes a disk hang, but to the other threads a long statement looks the same.
    const long = 'WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 3000000)';
    await hanging.write(async (tx) => {
      await tx.run(`CREATE TABLE kept AS ${long} SELECT max(n) AS n FROM n`);
    });
    expect(heard).toEqual([expect.stringMatching(/does not respond/), undefined]);
    expect([hanging.isHanging(), hanging.trouble()]).toEqual([false, null]);
    expect(await hanging.all('SELECT n FROM kept')).toEqual([{ n: 3_000_000 }]);
  } finally {
    await hanging.close();
  }
});
