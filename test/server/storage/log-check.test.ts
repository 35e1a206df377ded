import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { backUp } from '../../../src-server/storage/files/backup';
import { openData } from '../../../src-server/storage/files/open-data';
import { restore } from '../../../src-server/storage/files/restore';
import { openDatabase, type SqliteDatabase } from '../../../src-server/storage/sqlite/sqlite-database';

/**
 * Data folders as left by a crash, and then changed by a person or a program. With most of them, SQLite alone would
 * lose the log, or mix it with another database.
 */
let root: string;
let folder: string;
const log = createLog('silent');

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'posthorn-'));
  folder = join(root, 'crashed');
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

const path = () => join(folder, 'posthorn.db');
const open = () => openData(folder, log);
const putSetting = (db: SqliteDatabase, name: string, size = 500) =>
  db.write((tx) => tx.run('INSERT INTO setting VALUES (?, ?)', [name, JSON.stringify('x'.repeat(size))]));

/** The settings of a folder, read in a normal start and stop. */
async function settings(): Promise<string[]> {
  const { db, close } = await open();
  const rows = await db.all<{ key: string }>('SELECT * FROM setting ORDER BY rowid');
  await close(0);
  return rows.map((row) => String(Object.values(row)[0]));
}

/**
 * Leaves a folder like a killed server: some data is in the file, and some only in the log. Before that, another server
 * had stopped normally.
 */
async function crash(): Promise<void> {
  const living = join(root, 'living');
  await mkdir(living, { recursive: true });
  await (await openData(living, log)).close(0);
  const { db, close } = await openData(living, log);
  for (let n = 0; n < 40; n++) await putSetting(db, `in the file ${n}`);
  await db.checkpoint(1);
  for (let n = 0; n < 40; n++) await putSetting(db, `in the log ${n}`);
  await mkdir(folder);
  for (const name of await readdir(living)) {
    if (!name.endsWith('-shm')) await copyFile(join(living, name), join(folder, name));
  }
  await close(0);
}

/** Everything in the folder, by name. */
async function contents(): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder);
  const files = names.filter((name) => name.startsWith('posthorn.db'));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (name) => [name, (await readFile(join(folder, name))).toString('base64')] as const),
    ),
  );
}

/** The start is refused with this message, and nothing changes. */
async function expectRefusal(labels: RegExp): Promise<void> {
  const before = await contents();
  const refusal: Error = await open().then(
    () => expect.unreachable('it was opened'),
    (cause: Error) => cause,
  );
  expect(refusal.message).toMatch(labels);
  expect(refusal.message).toContain(path());
  expect(refusal.message).toContain('Nothing was changed, and the log was left as it is.');
  expect(refusal.message).toContain(`posthorn restore FILE --data-dir ${folder}`);
  expect(await contents()).toEqual(before);
}

test('what a crash left is opened whole, the copy of it elsewhere too', async () => {
  await crash();
  expect(await settings()).toHaveLength(80);
});

test('a crash of the very first start is opened whole', async () => {
  const first = await openDatabase(join(root, 'posthorn.db'));
  await first.write((tx) => tx.run('CREATE TABLE only_in_the_log (a)'));
  await mkdir(folder);
  for (const suffix of ['', '-wal']) await copyFile(`${first.path}${suffix}`, `${path()}${suffix}`);
  await first.close();
  const { db, close } = await open();
  expect(await db.all('SELECT * FROM only_in_the_log')).toEqual([]);
  await close(0);
});

test('a crash at any moment of taking the log into the file is no damage', async () => {
  await crash();
  const before = await readFile(path());
  const wal = await readFile(`${path()}-wal`);
  const { db, close } = await open();
  await close(0);
  const after = await readFile(db.path);
  let last: Buffer | null = null;
  // A checkpoint writes whole pages in order, so the file may contain any prefix of it.
  for (let pages = 0; pages * 4096 <= after.length; pages++) {
    const image = Buffer.concat([after.subarray(0, pages * 4096), before.subarray(pages * 4096)]);
    if (last?.equals(image)) continue; // this page was in the file already
    last = image;
    await rm(folder, { recursive: true });
    await mkdir(folder);
    await writeFile(path(), image.subarray(0, Math.max(before.length, pages * 4096)));
    await writeFile(`${path()}-wal`, wal);
    expect(await settings()).toHaveLength(80);
  }
});

test('an emptied file beside a log is refused', async () => {
  await crash();
  await truncate(path(), 0);
  await expectRefusal(/is empty, and its log posthorn\.db-wal holds \d+ pages/);
});

test('a missing file beside a log is refused', async () => {
  await crash();
  await rm(path());
  await expectRefusal(/is missing, and its log posthorn\.db-wal holds \d+ pages/);
});

test.each([
  ['an emptied', () => truncate(path(), 0), /is empty, although a server has used it/],
  ['a missing', () => rm(path()), /is missing, although a server has used it/],
])('%s file is refused also after an end in order', async (_what, spoil, labels) => {
  await crash();
  await settings();
  await spoil();
  await expectRefusal(labels);
});

test('a cut off file is refused, with its log and without one', async () => {
  await crash();
  const bytes = (await readFile(path())).length;
  await truncate(path(), bytes - 3 * 4096);
  await rm(`${path()}-wal`);
  await expectRefusal(/is cut off: 3 of its pages are missing/);
});

test('a file cut off by pages that its log does not hold is refused', async () => {
  await crash();
  await truncate(path(), 20 * 4096);
  await expectRefusal(/is cut off: \d+ of its pages are missing/);
});

test('a log beside another database is refused: a backup that somebody copied there', async () => {
  await crash();
  const living = join(root, 'living');
  await backUp(living, join(root, 'backup.db'));
  await copyFile(join(root, 'backup.db'), path());
  await expectRefusal(/is not the one that the log posthorn\.db-wal was written for/);
});

test('a log beside the same database as an earlier start left it is refused', async () => {
  const living = join(root, 'living');
  await mkdir(living);
  await (await openData(living, log)).close(0);
  await copyFile(join(living, 'posthorn.db'), join(root, 'earlier.db'));
  await crash();
  await copyFile(join(root, 'earlier.db'), path());
  await expectRefusal(/is not the one that the log posthorn\.db-wal was written for/);
});

test('a log of which nothing was committed does not matter', async () => {
  await crash();
  await settings();
  await writeFile(`${path()}-wal`, 'no log at all '.repeat(1000));
  expect(await settings()).toHaveLength(80);
});

test('the newest backup is named, and putting it back works and keeps the log', async () => {
  await crash();
  const name = 'posthorn-2026-02-01T00-00-00Z.db';
  await backUp(join(root, 'living'), join(folder, 'backups', 'posthorn-2026-01-01T00-00-00Z.db'));
  await backUp(join(root, 'living'), join(folder, 'backups', name));
  await truncate(path(), 0);
  const wal = await readFile(`${path()}-wal`);
  const newest = join(folder, 'backups', name);
  await expect(open()).rejects.toThrow(`posthorn restore ${newest} --data-dir ${folder}`);
  const { replaced } = await restore(folder, newest, 0);
  expect((await readFile(`${replaced}-wal`)).equals(wal)).toBe(true);
  expect(await settings()).toHaveLength(80);
});

test('a backup of a folder whose file was emptied fails, and leaves the log', async () => {
  await crash();
  await truncate(path(), 0);
  const before = await contents();
  await expect(backUp(folder, join(root, 'backup.db'))).rejects.toThrow(/the file is empty/);
  expect(await contents()).toEqual(before);
});
