import { readFile, utimes, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { checkNeeded, markClean, quickCheck } from '../../../src-server/storage/files/file-check';
import { openData } from '../../../src-server/storage/files/open-data';
import { newFolder } from '../../support/new-folder';
import { startedForEach } from '../../support/started';

const folder = startedForEach(newFolder);
let path: string;

beforeEach(async () => {
  path = folder.file('posthorn.db');
});

const open = () => openData(folder.path, createLog('silent'));

test('after a normal stop nothing is checked, but only once', async () => {
  await (await open()).close(0);
  expect(await checkNeeded(path)).toBe('none');
  expect(await checkNeeded(path)).toBe('before-start');
});

test('without a normal stop the file is checked: before the start, or in the background if it is large', async () => {
  const { db } = await open();
  expect(await checkNeeded(path)).toBe('before-start');
  expect(await checkNeeded(path, 1000)).toBe('beside-work');
  await db.close();
});

test('a file that was changed or replaced since the end is checked', async () => {
  await (await open()).close(0);
  await utimes(path, 1000, 1000);
  expect(await checkNeeded(path)).toBe('before-start');
  await markClean(path);
  await writeFile(`${path}-wal`, 'something');
  expect(await checkNeeded(path)).toBe('before-start');
});

test('a new file needs no check', async () => {
  await writeFile(path, '');
  expect(await checkNeeded(path)).toBe('none');
});

test('an intact file passes, a damaged one is refused with its name and the remedy', async () => {
  const { db } = await open();
  for (let i = 0; i < 50; i++) {
    await db.write((tx) =>
      tx.run(`INSERT INTO setting VALUES (?, ?)`, [`s${i}`, JSON.stringify('x'.repeat(500))]),
    );
  }
  await quickCheck(path); // beside an open connection
  await db.close();
  await quickCheck(path);
  const bytes = await readFile(path);
  bytes.fill(7, bytes.length - 12_000);
  await writeFile(path, bytes);
  await expect(quickCheck(path)).rejects.toThrow(`The database ${path} is damaged`);
  await expect(open()).rejects.toThrow(`posthorn restore FILE --data-dir ${folder.path}`);
  await writeFile(path, 'no database at all, '.repeat(500));
  await expect(open()).rejects.toThrow(/is damaged \(SQLITE_NOTADB/);
});
