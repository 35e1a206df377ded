import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { backUp } from '../../../src-server/storage/backup';
import { openData } from '../../../src-server/storage/open-data';
import { applyStagedRestore, stagedBackup, stageRestore } from '../../../src-server/storage/staged-restore';

let folder: string;
let backup: string;
const log = createLog('silent');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-staged-'));
  await (await openData(folder, log)).close(0);
  backup = join(folder, 'backup.db');
  await backUp(folder, backup);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('nothing is put in place while nothing is staged', async () => {
  expect(await applyStagedRestore(folder, 0)).toBe(false);
});

test('what was staged is put in place once, and the database that was there is kept', async () => {
  await stageRestore(folder, backup);
  expect(await stagedBackup(folder)).toBe('backup.db');
  expect(await applyStagedRestore(folder, Date.UTC(2026, 0))).toBe(true);
  expect(await stagedBackup(folder)).toBeNull();
  expect(await applyStagedRestore(folder, 0)).toBe(false);
  const names = await readdir(folder);
  expect(names).toContain('posthorn.db.replaced-2026-01-01T00-00-00Z');
  expect(names.filter((name) => name.includes('staged'))).toEqual([]);
  await (await openData(folder, log)).close(0);
});

test('a crash right after it was put in place leaves a server that starts', async () => {
  await stageRestore(folder, backup);
  await rm(join(folder, 'posthorn.db.staged'));
  expect(await applyStagedRestore(folder, 0)).toBe(false);
  expect(await stagedBackup(folder)).toBeNull();
});

test('a file that is no database is refused, and leaves nothing behind', async () => {
  await writeFile(backup, 'something else');
  await expect(stageRestore(folder, backup)).rejects.toThrow('no database');
  expect((await readdir(folder)).filter((name) => name.includes('staged'))).toEqual([]);
});
