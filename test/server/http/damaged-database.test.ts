import { copyFile, mkdtemp, open, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp } from '../../../src-server/storage/files/backup';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { runPosthorn } from '../cli/run-posthorn';

/** Bytes of the database are overwritten: every report names the file and explains how to restore a backup. */

let folder: string;
let dataDir: string;
let server: TestServer | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
  dataDir = join(folder, 'data');
  server = await startTestServer({ config: { dataDir } });
  await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
  for (let n = 0; n < 60; n++) {
    await server.call('POST', '/app/ada/msg', { eventType: 'a.b', payload: { text: 'x'.repeat(2000), n } });
  }
});

afterEach(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const database = () => join(dataDir, 'posthorn.db');
const start = () => startTestServer({ config: { dataDir } });

async function stop(): Promise<void> {
  await server?.stop();
  server = null;
}

/** Overwrites the file from this position. */
async function overwrite(from: number): Promise<void> {
  const file = await open(database(), 'r+');
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - from, 7), 0, size - from, from);
  await file.close();
}

const BACKUP = 'posthorn-2026-01-01T00-00-00Z.db';

test.each([
  ['with a mark that still fits', true],
  ['with a mark that does not fit', false],
])(
  'damage after a stop in order, %s, ends the start with the file and the newest backup',
  async (_what, keepTime) => {
    const backup = join(dataDir, 'backups', BACKUP);
    await stop();
    await backUp(dataDir, backup);
    const mark = await readFile(`${database()}.clean`, 'utf8');
    await overwrite(4096);
    if (keepTime) {
      // The marker stores the time in microseconds, which cannot be set, so it is rewritten.
      const { size, mtimeMs } = await stat(database());
      expect(mark.split(' ')[0]).toBe(String(size));
      await writeFile(`${database()}.clean`, `${size} ${mtimeMs}\n`);
    } else await utimes(database(), 1, 1);
    await expect(start()).rejects.toThrow(
      new RegExp(
        `^The database ${database()} is damaged .* posthorn restore ${backup} --data-dir ${dataDir}`,
      ),
    );
    expect((await runPosthorn(['restore', backup, '--data-dir', dataDir], {})).exitCode).toBe(0);
    server = await start();
    expect((await server.call('GET', '/app/ada/msg')).json.data.length).toBeGreaterThan(0);
  },
);

test('damage found at run time is a 503 with the remedy; health fails, and the log reports it', async () => {
  await stop();
  await backUp(dataDir, join(folder, 'whole.db'));
  server = await start();
  await overwrite(4096);
  const paths = [
    '/app/ada/msg?limit=250&withContent=true',
    '/event-type',
    '/app/ada/endpoint',
    '/app',
    '/auth/token',
  ];
  const statusesSeen = [];
  for (const path of paths) statusesSeen.push(await server.call('GET', path));
  statusesSeen.push(await server.call('POST', '/app/ada/msg', { eventType: 'a.b', payload: {} }));
  statusesSeen.push(await server.call('POST', '/app', { name: 'Other' }));
  const statuses = new Set(statusesSeen.map(({ status }) => status));
  expect(statuses.has(500)).toBe(false);
  const refused = statusesSeen.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { json } of refused) {
    expect(json).toMatchObject({ code: 'unavailable' });
    expect(json.detail).toMatch(/database file posthorn\.db is damaged.* posthorn restore FILE/);
  }
  const health = await server.call('GET', '/health', undefined, { token: null });
  expect([health.status, health.json.reason]).toEqual([503, 'damaged']);
  await stop();
  await copyFile(join(folder, 'whole.db'), database());
});
