import { readdir, rm, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { backUp } from '../../../src-server/storage/files/backup';
import { openData } from '../../../src-server/storage/files/open-data';
import {
  applyStagedRestore,
  stagedBackup,
  stageRestore,
} from '../../../src-server/storage/files/staged-restore';
import { newFolder } from '../../support/new-folder';
import { startedForEach } from '../../support/started';

const folder = startedForEach(newFolder);
let backup: string;
const log = createLog('silent');

beforeEach(async () => {
  await (await openData(folder.path, log)).close(0);
  backup = folder.file('backup.db');
  await backUp(folder.path, backup);
});

test('nothing is put in place while nothing is staged', async () => {
  expect(await applyStagedRestore(folder.path, 0)).toBe(false);
});

test('what was staged is put in place once, and the database that was there is kept', async () => {
  await stageRestore(folder.path, backup);
  expect(await stagedBackup(folder.path)).toBe('backup.db');
  expect(await applyStagedRestore(folder.path, Date.UTC(2026, 0))).toBe(true);
  expect(await stagedBackup(folder.path)).toBeNull();
  expect(await applyStagedRestore(folder.path, 0)).toBe(false);
  const names = await readdir(folder.path);
  expect(names).toContain('posthorn.db.replaced-2026-01-01T00-00-00Z');
  expect(names.filter((name) => name.includes('staged'))).toEqual([]);
  await (await openData(folder.path, log)).close(0);
});

test('a crash right after it was put in place leaves a server that starts', async () => {
  await stageRestore(folder.path, backup);
  await rm(folder.file('posthorn.db.staged'));
  expect(await applyStagedRestore(folder.path, 0)).toBe(false);
  expect(await stagedBackup(folder.path)).toBeNull();
});

test('a file that is no database is refused, and leaves nothing behind', async () => {
  await writeFile(backup, 'something else');
  await expect(stageRestore(folder.path, backup)).rejects.toThrow('no database');
  expect((await readdir(folder.path)).filter((name) => name.includes('staged'))).toEqual([]);
});
