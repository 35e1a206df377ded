import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src-server/storage/database';
import { assertVersion, type Connection } from '../../../src-server/storage/sqlite-connection';
import type { Transaction } from '../../../src-server/storage/transaction';

let folder: string;
let db: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
  db = await openDatabase(join(folder, 'posthorn.db'));
  await db.write((tx) => tx.run('CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)'));
});

afterEach(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const add = (text: string | null) => (tx: Transaction) =>
  tx.run('INSERT INTO word (text) VALUES (?)', [text]);
const describe = async (from: Database = db) =>
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

test('writes run one after the other in the order they were asked for', async () => {
  const order: string[] = [];
  const write = (name: string, statements: number) =>
    db.write(async (tx) => {
      order.push(`${name} begins`);
      for (let i = 0; i < statements; i++) await add(`${name}${i}`)(tx);
      order.push(`${name} ends`);
    });
  await Promise.all([write('a', 5), write('b', 1), write('c', 3)]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(await describe()).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'b0', 'c0', 'c1', 'c2']);
});

test('a write that fails leaves no trace and does not harm those that share its commit', async () => {
  const results = await Promise.allSettled([
    db.write(add('before')),
    db.write(async (tx) => {
      await add('half')(tx);
      throw new Error('changed my mind');
    }),
    db.write(add('before')),
    db.write(add('after')),
  ]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await describe()).toEqual(['before', 'after']);
});

test.each(BATCHES)(
  'inputs given while the queue is busy share one batch %s, in order, each with its own result',
  async (_, isOne) => {
    const { sizes, insert } = batchOfTexts(isOne);
    const ids = await Promise.all(['a', 'b', 'c'].map(insert));
    expect(sizes).toEqual([3]);
    expect(ids).toEqual([1, 2, 3]);
    expect(await describe()).toEqual(['a', 'b', 'c']);
  },
);

test.each(BATCHES)(
  'one input that cannot be written does not harm the others of a batch %s',
  async (_, isOne) => {
    const { sizes, insert } = batchOfTexts(isOne);
    const results = await Promise.allSettled(['a', 'b', 'a', 'c'].map(insert));
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(sizes).toEqual([4, 1, 1, 1, 1]);
    expect(await describe()).toEqual(['a', 'b', 'c']);
  },
);

test.each(BATCHES)(
  'a batch %s that cannot be written does not harm those that share its commit',
  async (_, isOne) => {
    const { insert } = batchOfTexts(isOne);
    const results = await Promise.allSettled([
      db.write(add('a')),
      insert('a'),
      db.write(add('b')),
      insert('c'),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await describe()).toEqual(['a', 'c', 'b']);
  },
);

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
    expect(await describe()).toEqual(['a', 'b']);
    await db.write((tx) => tx.all('PRAGMA max_page_count = 100000'));
    await insert(large);
    expect(await describe()).toEqual(['a', 'b', large]);
  },
);

test('definitions that a statement needs are created before the next write, and not in the file', async () => {
  db.define(`
    CREATE TEMP VIEW spoken AS SELECT NULL AS text;
    CREATE TEMP TRIGGER speak INSTEAD OF INSERT ON spoken BEGIN INSERT INTO word (text) VALUES (NEW.text); END`);
  await db.write((tx) => tx.run(`INSERT INTO spoken VALUES ('a')`));
  expect(await describe()).toEqual(['a']);
  await expect(db.all('SELECT * FROM spoken')).rejects.toThrow(/no such table/);
});

test('a failed definition fails the next write with its cause', async () => {
  db.define('CREATE TEMP VIEW broken AS SELECT');
  await expect(db.write(add('a'))).rejects.toThrow(/incomplete input|syntax error/);
  expect(await describe()).toEqual([]);
});

test('a batch grows during an earlier write, and never beyond its limit', async () => {
  const { sizes, insert } = batchOfTexts();
  const all = [db.write(add('first')), ...Array.from({ length: 1100 }, (_, i) => insert(`w${i}`))];
  await Promise.all(all);
  expect(sizes).toEqual([512, 512, 76]);
  expect((await describe()).length).toBe(1101);
});

test('readers see only what is committed', async () => {
  let during: string[] = [];
  await db.write(async (tx) => {
    await add('a')(tx);
    during = await describe();
  });
  expect(during).toEqual([]);
  expect(await describe()).toEqual(['a']);
});

test('a reader cannot write', async () => {
  await expect(db.all(`INSERT INTO word (text) VALUES ('x')`)).rejects.toThrow(/readonly/);
});

test('a resolved write survives reopening the file, even without a close', async () => {
  await db.write(add('kept'));
  const second = await openDatabase(db.path);
  expect(await describe(second)).toEqual(['kept']);
  await second.close();
  await db.close();
  db = await openDatabase(db.path);
  expect(await describe()).toEqual(['kept']);
});

test('closing waits for queued writes and refuses later ones', async () => {
  const queued = Array.from({ length: 300 }, (_, i) => db.write(add(`w${i}`)));
  const closed = db.close();
  await expect(db.write(add('late'))).rejects.toMatchObject({ status: 503 });
  await Promise.all([...queued, closed]);
  db = await openDatabase(db.path);
  expect((await describe()).length).toBe(300);
});

test('a statement requested many times concurrently is prepared once, and the file still closes', async () => {
  await Promise.all(Array.from({ length: 20 }, () => db.get('SELECT count(*) FROM word')));
  await db.close();
  db = await openDatabase(db.path);
});

test('a statement that cannot be prepared fails each time and is not remembered', async () => {
  await expect(db.all('SELECT * FROM nowhere')).rejects.toThrow(/no such table/);
  await db.write((tx) => tx.run('CREATE TABLE nowhere (a INTEGER)'));
  expect(await db.all('SELECT * FROM nowhere')).toEqual([]);
});

test('a copy contains everything committed and does not change the original', async () => {
  await db.write(add('a'));
  const path = join(folder, 'copy.db');
  await db.copyTo(path);
  await db.write(add('b'));
  const copy = await openDatabase(path);
  expect(await describe(copy)).toEqual(['a']);
  await copy.close();
  expect(await describe()).toEqual(['a', 'b']);
});

test('text with a NUL character is returned completely', async () => {
  const { insert } = batchOfTexts();
  await insert('a\u0000b');
  expect(await describe()).toEqual(['a\u0000b']);
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
  const mac = await openDatabase(join(folder, 'mac.db')).finally(() =>
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
  await writeFile(join(folder, 'letter.txt'), 'Dear reader, '.repeat(1000));
  await expect(openDatabase(join(folder, 'letter.txt'))).rejects.toThrow(/SQLITE_NOTADB/);
  await expect(openDatabase(join(folder, 'no', 'such', 'folder.db'))).rejects.toThrow(/SQLITE_CANTOPEN/);
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
