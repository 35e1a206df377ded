import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from '../../../src-server/storage/files/folder-lock';
import { FakeClock } from '../../support/fake-clock';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/** Debian's account without files of its own. */
const NOBODY = 65_534;

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
  const holder = await holdLock();
  await expect(lockFolder(folder)).rejects.toThrow(/Another Posthorn server/);
  await end(holder);
  await (await lockFolder(folder)).release();
});

test('only the owner can open the lock, and one that others could open is replaced', async () => {
  await (await lockFolder(folder)).release();
  expect((await stat(lockPath())).mode & 0o777).toBe(0o600);
  await chmod(lockPath(), 0o644);
  const before = (await stat(lockPath())).ino;
  const lock = await lockFolder(folder);
  expect(lock.wasLoose).toBe(true);
  const after = await stat(lockPath());
  expect([after.ino === before, after.mode & 0o777]).toEqual([false, 0o600]);
  await expect(lockFolder(folder)).rejects.toThrow(/Another Posthorn server/);
  await lock.release();
  const again = await lockFolder(folder);
  expect(again.wasLoose).toBe(false);
  await again.release();
});

test('a loose lock that a process of the same account holds is refused: it may be a server that starts', async () => {
  await writeFile(lockPath(), '');
  await chmod(lockPath(), 0o666);
  const holder = await holdLock();
  await expect(lockFolder(folder, new FakeClock())).rejects.toThrow(/Another Posthorn server/);
  await end(holder);
});

test('of many that start at once on a loose lock one succeeds', async () => {
  await writeFile(lockPath(), '');
  await chmod(lockPath(), 0o644);
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
  const held = all.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(held).toHaveLength(1);
  for (const lock of held) await lock.release();
});

describe.skipIf(process.getuid?.() !== 0)(
  'a loose lock held by another account (this part needs root)',
  () => {
    let stranger: ChildProcess;

    beforeEach(async () => {
      await rm(folder, { recursive: true });
      // A place that other accounts can reach, unlike the temporary folder of a test run.
      folder = await mkdtemp('/tmp/posthorn-');
      await chmod(folder, 0o755);
      await writeFile(lockPath(), '');
      await chmod(lockPath(), 0o666);
      stranger = await holdLock(NOBODY);
    });

    afterEach(() => end(stranger));

    test('is replaced, and the new one keeps a second server away', async () => {
      const lock = await lockFolder(folder);
      expect(lock.wasLoose).toBe(true);
      await expect(lockFolder(folder)).rejects.toThrow(/Another Posthorn server/);
      await lock.release();
    });

    test.each([
      [
        'proves itself',
        async (server: TestServer) => readFile(join(server.dataDir, 'server-address'), 'utf8'),
      ],
      ['is of a version without a proof', async (server: TestServer) => `${server.baseUrl}\n`],
    ])('is left alone while the server at the recorded address %s', async (_what, addressOf) => {
      const server = await startTestServer();
      try {
        await writeFile(join(folder, 'server-address'), await addressOf(server));
        await expect(lockFolder(folder)).rejects.toThrow(/Another Posthorn server/);
      } finally {
        await server.remove();
      }
    });

    test('is replaced when whoever listens at the recorded address cannot prove to be the server', async () => {
      const server = await startTestServer();
      try {
        await writeFile(join(folder, 'server-address'), `${server.baseUrl}\n${'0'.repeat(64)}\n`);
        const lock = await lockFolder(folder);
        await lock.release();
      } finally {
        await server.remove();
      }
    });
  },
);

test('a folder that cannot be used says so', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(lockFolder(join(folder, 'file'))).rejects.toThrow(/The data folder .* cannot be used/);
});

const lockPath = () => join(folder, 'posthorn.lock');

/** Resolves with a process that holds the lock of the folder. */
async function holdLock(account: number | null = null): Promise<ChildProcess> {
  const holder = spawn(
    process.execPath,
    [
      '-e',
      // Another account may not reach the module, so it is loaded first; the lock is opened as that account.
      `const sqlite3 = require(${JSON.stringify(createRequire(import.meta.url).resolve('sqlite3'))});
       const account = ${account};
       if (account !== null) { process.setgroups([]); process.setgid(account); process.setuid(account); }
       const db = new sqlite3.Database(${JSON.stringify(lockPath())});
       db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE', (error) => console.log(error ? String(error) : 'held'));
       setInterval(() => db.open, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [printed] = await once(holder.stdout as Readable, 'data');
  expect(String(printed).trim()).toBe('held');
  return holder;
}

async function end(holder: ChildProcess): Promise<void> {
  holder.kill('SIGKILL');
  await once(holder, 'exit');
}
