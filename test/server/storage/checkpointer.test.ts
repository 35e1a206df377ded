import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { createCheckpointer } from '../../../src-server/storage/sqlite/checkpointer';
import { openDatabase, type SqliteDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { FakeClock } from '../../support/fake-clock';

const MB = 1024 * 1024;

let folder: string;
let db: SqliteDatabase;
let clock: FakeClock;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
  db = await openDatabase(join(folder, 'posthorn.db'));
  clock = new FakeClock();
  await db.write((tx) => tx.run('CREATE TABLE word (id TEXT PRIMARY KEY, text TEXT NOT NULL)'));
});

afterEach(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const start = async () => {
  const checkpointer = createCheckpointer({ db, clock, log: createLog('silent') });
  await checkpointer.start();
  return checkpointer;
};
const bytes = async (path: string) => (await stat(path)).size;
const logBytes = () => bytes(`${db.path}-wal`);
/** About 250 kB in one commit. */
const writeMuch = () =>
  db.write((tx) =>
    tx.run(
      `INSERT INTO word SELECT hex(randomblob(10)), hex(randomblob(1000))
       FROM json_each(json_array(${new Array(100).fill(0)}))`,
    ),
  );

/** The greatest length of the log during this many commits. */
async function longestLog(commits: number): Promise<number> {
  let longest = 0;
  for (let i = 0; i < commits; i++) {
    await writeMuch();
    longest = Math.max(longest, await logBytes());
  }
  return longest;
}

test('the log stays short however much is written, which it would not without checkpoints', async () => {
  expect(await longestLog(100)).toBeGreaterThan(24 * MB);
  await db.close(); // cuts the log
  db = await openDatabase(db.path);
  await start();
  expect(await longestLog(200)).toBeLessThan(16 * MB);
  expect(await bytes(db.path)).toBeGreaterThan(40 * MB);
});

test('writes and reads continue during a checkpoint, and nothing is lost', async () => {
  await start();
  const reads: Promise<unknown>[] = [];
  for (let i = 0; i < 60; i++) {
    await Promise.all([writeMuch(), writeMuch()]);
    reads.push(db.all('SELECT count(*) FROM word'));
  }
  await Promise.all(reads);
  expect(await db.get('SELECT count(*) AS count FROM word')).toEqual({ count: 12_000 });
  expect(await db.all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }]);
});

test('once writes pause, the rest of the log is moved too, and no timer remains', async () => {
  await start();
  await writeMuch();
  clock.advance(5000);
  expect(await db.checkpoint(1)).toEqual({ before: 0, after: 0 }); // comes after the one of the timer
  expect(clock.pendingTimers).toBe(0);
});

test('closing leaves nothing in the log', async () => {
  await writeMuch();
  const { path } = db;
  const size = await bytes(path);
  const second = await openDatabase(path); // with it open, closing alone would not empty the log
  await db.close();
  expect(await bytes(`${path}-wal`)).toBe(0);
  expect(await bytes(path)).toBeGreaterThan(size);
  db = second;
});

test('a stopped checkpointer starts nothing more', async () => {
  const checkpointer = await start();
  await writeMuch();
  await checkpointer.stop();
  await writeMuch();
  expect(clock.pendingTimers).toBe(0);
});
