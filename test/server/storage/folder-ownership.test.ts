import { cp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import { lockFolder } from '../../../src-server/storage/files/folder-lock';
import { writeFolderOwner } from '../../../src-server/storage/files/folder-owner';
import { FolderOwnership } from '../../../src-server/storage/files/folder-ownership';
import { migrate } from '../../../src-server/storage/sqlite/migrate';
import { Connection } from '../../../src-server/storage/sqlite/sqlite-connection';
import { openDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { eventually } from '../../support/eventually';
import { FakeClock } from '../../support/fake-clock';
import { type NewFolder, newFolder } from '../../support/new-folder';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';

const REFUSED = /^Another Posthorn server is already using the data folder/;
const TAKEN = /^Another Posthorn server has taken over the data folder/;

let folder: NewFolder;

beforeEach(async () => {
  folder = await newFolder();
});

afterEach(() => folder.remove());

const lockPath = () => folder.file('posthorn.lock');

/** Holds a new file of the lock's name. */
async function takeAsAnotherProgram(): Promise<Connection> {
  await writeFile(lockPath(), '', { mode: 0o600 });
  const other = await Connection.open(lockPath(), 'write');
  await other.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  return other;
}

/** A clock on which a starting server waits for what `meanwhile` does. */
const waiting = (meanwhile: () => Promise<void>): Clock => ({ ...systemClock, sleep: meanwhile });
const NEVER = waiting(() => Promise.reject(new Error('it waited')));

/** The part of a server that owns the folder; its clock stands until it is advanced. */
async function startOwner(clock = new FakeClock(), startClock = NEVER) {
  const lock = await lockFolder(folder.path, startClock);
  const db = await openDatabase(folder.file('posthorn.db'));
  await migrate(db);
  const ownership = await FolderOwnership.claim({ db, lock, log: createLog('silent'), clock });
  await ownership.start();
  const kill = async () => {
    await ownership.stop();
    await db.close();
    await lock.release();
  };
  return { db, ownership, clock, kill };
}

/** Lets a second pass for an owner, and the look that begins in it end. */
async function aSecond({ clock, ownership }: Awaited<ReturnType<typeof startOwner>>): Promise<void> {
  clock.advance(1000);
  await ownership.looked();
}

test.each([
  ['deleted', () => rm(lockPath())],
  [
    'replaced by another',
    async () => {
      await writeFile(folder.file('other'), '', { mode: 0o600 });
      await rename(folder.file('other'), lockPath());
    },
  ],
])(
  'a lock file that was %s under a living owner is taken back before anybody else may have it',
  async (_how, act) => {
    const owner = await startOwner();
    await act();
    await expect(
      lockFolder(
        folder.path,
        waiting(() => aSecond(owner)),
      ),
    ).rejects.toThrow(REFUSED);
    expect(owner.ownership.holds()).toBe(true);
    await owner.db.write((tx) => tx.run('DELETE FROM message'));
    // From now on it is held as before, without a wait.
    await expect(lockFolder(folder.path, NEVER)).rejects.toThrow(REFUSED);
    await owner.kill();
  },
);

test('a lock file that is deleted again while a server waits for its owner starts the wait anew', async () => {
  const owner = await startOwner();
  await rm(lockPath());
  let waits = 0;
  await expect(
    lockFolder(
      folder.path,
      waiting(async () => {
        waits += 1;
        await (waits < 3 ? rm(lockPath()) : aSecond(owner));
      }),
    ),
  ).rejects.toThrow(REFUSED);
  expect(waits).toBe(3);
  await owner.kill();
});

test('an owner that stood still until another took over sends nothing, writes nothing, and says why', async () => {
  const frozen = await startOwner();
  await rm(lockPath());
  const next = await startOwner(
    new FakeClock(),
    waiting(async () => frozen.clock.freeze(5000)),
  );
  // It runs again, and has not looked yet.
  expect(frozen.ownership.holds()).toBe(false);
  await expect(frozen.db.write((tx) => tx.run('DELETE FROM message'))).rejects.toThrow(TAKEN);
  await aSecond(frozen);
  expect(frozen.ownership.holds()).toBe(false);
  expect(frozen.db.trouble()?.reason).toBe('taken');
  await aSecond(next);
  expect(next.ownership.holds()).toBe(true);
  expect(next.db.trouble()).toBeNull();
  await frozen.kill();
  await next.kill();
});

test('an owner that stood still, with nobody beside it, goes on after its next look', async () => {
  const owner = await startOwner();
  let regained = 0;
  owner.ownership.onRegained(() => {
    regained += 1;
  });
  owner.clock.stall(60_000);
  expect(owner.ownership.holds()).toBe(false);
  await owner.db.write((tx) => tx.run('DELETE FROM message'));
  await aSecond(owner);
  expect([owner.ownership.holds(), regained]).toEqual([true, 1]);
  await owner.kill();
});

test('after a kill the next server starts without a wait, also beside another program that reads, and on a copy', async () => {
  const killed = await startOwner();
  // Another program that reads the file; the log stays, as after a kill.
  const reader = await openDatabase(folder.file('posthorn.db'));
  await killed.kill();
  const owner = await startOwner();
  const copy = await newFolder();
  try {
    await cp(folder.path, copy.path, { recursive: true });
    await (await lockFolder(copy.path, NEVER)).release();
  } finally {
    await owner.kill();
    await reader.close();
    await copy.remove();
  }
});

test('a living owner is waited for also where the log of its database was deleted with the lock file', async () => {
  const owner = await startOwner();
  await owner.db.checkpoint(1);
  for (const name of ['posthorn.lock', 'posthorn.db-wal', 'posthorn.db-shm']) await rm(folder.file(name));
  const waited = lockFolder(
    folder.path,
    waiting(() => aSecond(owner)),
  );
  await expect(waited).rejects.toThrow(REFUSED);
  expect((await readdir(folder.path)).sort()).toEqual(['posthorn.db', 'posthorn.lock']);
  await owner.kill();
});

test('a lock that another program holds under its name ends the sends, and they go on once it lets go', async () => {
  const owner = await startOwner();
  await rm(lockPath());
  const other = await takeAsAnotherProgram();
  await aSecond(owner);
  expect([owner.ownership.holds(), owner.db.trouble()]).toEqual([true, null]); // maybe a start that only looks
  for (let n = 0; n < 3; n++) await aSecond(owner);
  expect([owner.ownership.holds(), owner.db.trouble()?.reason]).toEqual([false, 'taken']);
  await other.close();
  await aSecond(owner);
  expect([owner.ownership.holds(), owner.db.trouble()]).toEqual([true, null]);
  await owner.kill();
});

test('with its lock file deleted, a running server keeps a second one away, and its limit holds', async () => {
  const receiver = await startReceiver();
  const config = { dataDir: folder.path };
  const server = await startTestServer({ config });
  try {
    const app = await server.create('/app', { name: 'Ada' });
    await server.create(`/app/${app}/endpoint`, { url: receiver.baseUrl, rateLimit: 5 });
    for (let n = 0; n < 25; n++) await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: { n } });
    await rm(lockPath());
    const second = await startTestServer({ config }).catch((cause: Error) => cause);
    await receiver.arrived(25);
    if (!(second instanceof Error)) await second.stop();
    expect(second).toMatchObject({ message: expect.stringMatching(REFUSED) });
    expect((await server.call('GET', '/health')).status).toBe(200);
    expect(receiver.arrivals).toHaveLength(25);
    const spansMs = receiver.arrivals
      .slice(5)
      .map(({ atMs }, nth) => atMs - (receiver.arrivals[nth]?.atMs ?? 0));
    // This process does all of it, and may read a request some milliseconds late.
    expect(Math.min(...spansMs)).toBeGreaterThan(900);
  } finally {
    await server.stop();
    await receiver.close();
  }
  // It was stopped in order: nobody waits for it.
  await (await lockFolder(folder.path, NEVER)).release();
}, 60_000);

test('a server whose database names another owner stops sending and accepting within a second, and health says why', async () => {
  const receiver = await startReceiver();
  const server = await startTestServer({ config: { dataDir: folder.path } });
  try {
    const app = await server.create('/app', { name: 'Ada' });
    await server.create(`/app/${app}/endpoint`, { url: receiver.baseUrl, rateLimit: 1 });
    for (let n = 0; n < 20; n++) await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: { n } });
    const other = await server.openDatabase();
    await other.write((tx) => writeFolderOwner(tx, '1 1'));
    await other.close();
    const health = await eventually(async () => {
      const response = await server.call('GET', '/health');
      expect(response.status).toBe(503);
      return response;
    });
    expect(health.json).toMatchObject({ reason: 'taken', detail: expect.stringMatching(TAKEN) });
    const refused = await server.call('POST', `/app/${app}/msg`, { eventType: 'a.b', payload: {} });
    expect([refused.status, refused.json.detail]).toEqual([503, expect.stringMatching(TAKEN)]);
    const sent = receiver.arrivals.length;
    await systemClock.sleep(1500);
    expect(receiver.arrivals).toHaveLength(sent);
  } finally {
    await server.stop();
    await receiver.close();
  }
});
