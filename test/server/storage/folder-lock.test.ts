import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../../src-server/storage/folder-lock';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('a second lock on the same folder is refused with a sentence, and free again after release', async () => {
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    `Another Posthorn server is already using the data folder ${folder}. Stop it, or choose another --data-dir.`,
  );
  await lock.release();
  await (await lockFolder(folder)).release();
});

test('a lock held by another process is refused, and free once that process was killed', async () => {
  const holder = spawn(process.execPath, [
    '-e',
    `const sqlite3 = require(${JSON.stringify(createRequire(import.meta.url).resolve('sqlite3'))});
     const db = new sqlite3.Database(${JSON.stringify(join(folder, 'posthorn.lock'))});
     db.exec('BEGIN EXCLUSIVE', (error) => console.log(error ? String(error) : 'held'));
     setInterval(() => db.open, 1000);`,
  ]);
  const [said] = await once(holder.stdout, 'data');
  expect(String(said).trim()).toBe('held');
  await expect(lockFolder(folder)).rejects.toThrow(/Another Posthorn server/);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await (await lockFolder(folder)).release();
});

test('a folder that cannot be used says so', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(lockFolder(join(folder, 'file'))).rejects.toThrow(/The data folder .* cannot be used/);
});
