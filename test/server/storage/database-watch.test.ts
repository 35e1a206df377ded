import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import type { DatabaseTrouble } from '../../../src-server/storage/database-trouble';
import { createDatabaseWatch } from '../../../src-server/storage/database-watch';
import { openDatabase, type SqliteDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { breakDisk } from '../../support/broken-disk';
import { FakeClock } from '../../support/fake-clock';

let folder: string;
let path: string;
let db: SqliteDatabase;
let clock: FakeClock;
let seen: (DatabaseTrouble['reason'] | null)[];
let lines: { level: number; msg: string }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
  path = join(folder, 'posthorn.db');
  db = await openDatabase(path);
  clock = new FakeClock();
  seen = [];
  lines = [];
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) });
  const watch = createDatabaseWatch({
    db,
    clock,
    log,
    onChange: (trouble) => seen.push(trouble?.reason ?? null),
  });
  await watch.start();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await db.close();
  await rm(folder, { recursive: true });
});

/** Lets a second pass, and the work that starts in it finish. */
async function aSecond(): Promise<void> {
  clock.advance(1000);
  await db.write((tx) => tx.all('SELECT 1')).catch(() => undefined);
  await new Promise(setImmediate);
}

test('a missing file is noticed within a second without writes, reported once, and so is its return', async () => {
  await aSecond();
  expect(seen).toEqual([]);
  await rename(path, `${path}.away`);
  for (let n = 0; n < 3; n++) await aSecond();
  expect(seen).toEqual(['lost']);
  expect(lines.map(({ level, msg }) => [level, msg.slice(0, 30)])).toEqual([
    [50, 'posthorn.db in the data folder'],
  ]);
  await rename(`${path}.away`, path);
  await aSecond();
  expect(seen).toEqual(['lost', null]);
  expect(lines.at(-1)?.msg).toBe('the database can be relied on again');
});

test('a refusing disk is reported, and tried again each second until it accepts a write', async () => {
  const mend = breakDisk();
  await db.write((tx) => tx.run('CREATE TABLE t (a)')).catch(() => undefined);
  await aSecond();
  await aSecond();
  expect(seen).toEqual(['unwritable']);
  mend();
  await aSecond();
  await aSecond();
  expect(seen).toEqual(['unwritable', null]);
});

test('damage that was found stays until the next start, and nothing is written to it', async () => {
  db.reportDamage();
  await aSecond();
  await expect(db.write((tx) => tx.run('CREATE TABLE t (a)'))).rejects.toMatchObject({ status: 503 });
  await aSecond();
  expect(seen).toEqual(['damaged']);
});
