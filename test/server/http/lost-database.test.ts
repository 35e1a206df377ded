import { copyFile, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../support/fake-clock';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { runPosthorn } from '../cli/run-posthorn';

/** The database is deleted or replaced under a running server: everything accepted must be kept. */

let folder: string;
let dataDir: string;
let server: TestServer;
let receiver: Receiver;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
  dataDir = join(folder, 'data');
  receiver = await startReceiver();
  server = await startTestServer({ config: { dataDir } });
  await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
  expect((await send()).status).toBe(202);
});

afterEach(async () => {
  await server.stop();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const database = () => join(dataDir, 'posthorn.db');
const send = () => server.call('POST', '/app/ada/msg', { eventType: 'a.b', payload: { n: 1 } });
const messages = async (of = server): Promise<string[]> =>
  (await of.call('GET', '/app/ada/msg?limit=250')).json.data.map(({ id }: { id: string }) => id);

const LOSSES: readonly (readonly [what: string, lose: () => Promise<unknown>, name: string])[] = [
  ['the file is deleted', () => rm(database()), 'posthorn.db'],
  [
    'the file is replaced by a copy of itself',
    async () => {
      await copyFile(database(), `${database()}.other`);
      await rename(`${database()}.other`, database());
    },
    'posthorn.db',
  ],
  ['the log is deleted', () => rm(`${database()}-wal`), 'posthorn.db-wal'],
  ['the index of the log is deleted', () => rm(`${database()}-shm`), 'posthorn.db-shm'],
];

test.each(LOSSES)(
  'when %s, no write is acknowledged, and health says what to do',
  async (_what, lose, name) => {
    expect((await server.call('GET', '/health')).status).toBe(200);
    await lose();
    for (const refused of [
      await send(),
      await send(),
      await server.call('POST', '/app', { name: 'Later' }),
      await server.call('PATCH', '/app/ada', { name: 'Other' }),
    ]) {
      expect(refused.status).toBe(503);
      expect(refused.json.code).toBe('unavailable');
      expect(refused.json.detail).toMatch(
        new RegExp(
          `^${name} in the data folder was deleted or replaced .* make a backup now .* posthorn restore`,
        ),
      );
      expect(refused.json.detail).not.toContain(folder);
    }
    for (const path of ['/health', '/health/ping']) {
      const health = await server.call('GET', path, undefined, { token: null });
      expect(health.status).toBe(503);
      expect(health.json).toMatchObject({ status: 'failing', reason: 'lost', code: 'unavailable' });
    }
    const { findings } = (await server.call('POST', '/diagnostics/self-check')).json;
    expect(findings.find(({ id }: { id: string }) => id === 'database').state).toBe('fail');
  },
);

test.each(LOSSES)(
  'when %s, a backup holds all that was accepted, by the API and by the command',
  async (_what, lose) => {
    const before = await messages();
    await lose();
    await send();
    const made = await server.call('POST', '/data/backup');
    expect(made.status).toBe(202);
    expect(made.json).toMatchObject({ status: 'finished', task: 'data.backup', data: { error: null } });
    const backup = join(folder, 'rescued.db');
    const command = await runPosthorn(['backup', '--data-dir', dataDir, '--out', backup], {});
    expect(command).toMatchObject({ exitCode: 0, err: '' });
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    // The server's copy for the command does not stay in the data folder.
    expect(await readdir(join(dataDir, 'backups'))).toEqual([made.json.data.result.name]);
    for (const file of [backup, join(dataDir, 'backups', made.json.data.result.name)]) {
      const other = join(folder, `restored-${file.length}`);
      expect((await runPosthorn(['restore', file, '--data-dir', other], {})).exitCode).toBe(0);
      const restored = await startTestServer({ config: { dataDir: other } });
      expect(await messages(restored)).toEqual(expect.arrayContaining(before));
      await restored.stop();
    }
  },
);

test('what was acknowledged while the file was deleted under many writes is in the backup', async () => {
  const accepted: string[] = [];
  let refused = 0;
  let isDeleted = false;
  const sendMany = async () => {
    while (refused < 40) {
      const { status, json } = await send();
      if (status === 202) accepted.push(json.id);
      else refused += 1;
      if (accepted.length < 100 || isDeleted) continue;
      isDeleted = true;
      await rm(database());
    }
  };
  await Promise.all(Array.from({ length: 16 }, sendMany));
  const backup = join(folder, 'rescued.db');
  expect((await runPosthorn(['backup', '--data-dir', dataDir, '--out', backup], {})).exitCode).toBe(0);
  const other = join(folder, 'restored');
  await runPosthorn(['restore', backup, '--data-dir', other], {});
  const restored = await startTestServer({ config: { dataDir: other } });
  const kept = new Set(await messages(restored));
  expect(accepted.length).toBeLessThan(200); // so that one page holds them all
  expect(accepted.filter((id) => !kept.has(id))).toEqual([]);
  await restored.stop();
});

test('a file that was moved away and comes back is used again, with all that it held', async () => {
  const before = await messages();
  await rename(dataDir, `${dataDir}-away`);
  expect((await send()).status).toBe(503);
  await rename(`${dataDir}-away`, dataDir);
  expect((await send()).status).toBe(202);
  expect((await server.call('GET', '/health')).json).toMatchObject({ status: 'ok' });
  expect(await messages()).toEqual(expect.arrayContaining(before));
});

test('a stop keeps what only the server still holds, and the next start says which backup that is', async () => {
  const before = await messages();
  await rm(database());
  await send();
  await server.stop();
  const [backup = ''] = await readdir(join(dataDir, 'backups'));
  const path = join(dataDir, 'backups', backup);
  const log = await stat(`${database()}-wal`);
  await expect(startTestServer({ config: { dataDir } })).rejects.toThrow(
    `posthorn restore ${path} --data-dir ${dataDir}`,
  );
  expect((await stat(`${database()}-wal`)).size).toBe(log.size);
  const back = await runPosthorn(['restore', path, '--data-dir', dataDir], {});
  expect(back.exitCode).toBe(0);
  server = await startTestServer({ config: { dataDir } });
  expect(await messages()).toEqual(expect.arrayContaining(before));
  expect((await readdir(dataDir)).some((name) => /^posthorn\.db\.replaced-.*-wal$/.test(name))).toBe(true);
});

test('where only the log was deleted, a stop puts everything into the file', async () => {
  const before = await messages();
  await rm(`${database()}-wal`);
  await server.stop();
  server = await startTestServer({ config: { dataDir } });
  expect(await messages()).toEqual(before);
});

test('nothing is sent while the database is lost, and what waits leaves when it is back', async () => {
  await server.stop();
  const clock = new FakeClock(Date.now());
  server = await startTestServer({ config: { dataDir }, parts: { clock } });
  await server.call('POST', '/app/ada/endpoint', { url: `${receiver.baseUrl}/`, rateLimit: 1 });
  for (let n = 0; n < 3; n++) expect((await send()).status).toBe(202);
  await receiver.arrived(1);
  await rename(dataDir, `${dataDir}-away`);
  expect((await send()).status).toBe(503); // noticed by the write: no timer had to pass
  const load = async () => (await server.call('GET', '/service')).json.load;
  while ((await load()).inFlight > 0) await new Promise(setImmediate);
  clock.advance(10_000);
  expect(await load()).toMatchObject({ inFlight: 0, waitingDeliveries: expect.any(Number) });
  expect(receiver.arrivals).toHaveLength(1);
  await rename(`${dataDir}-away`, dataDir);
  while (receiver.arrivals.length < 3) {
    clock.advance(1000);
    await load();
  }
  expect(receiver.arrivals).toHaveLength(3);
});
