import { copyFile, cp, open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { backUp } from '../../../src-server/storage/files/backup';
import { Connection } from '../../../src-server/storage/sqlite/sqlite-connection';
import { eventually } from '../../support/eventually';
import { FakeClock } from '../../support/fake-clock';
import { newFolder } from '../../support/new-folder';
import { startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedForEach, startedOnce } from '../../support/started';
import { until } from '../../support/until';

/**
 * The content of the files is cut or overwritten under a running server, without a new file: whatever it accepts from
 * then on would be lost, and whatever is in the log may be all that is left.
 */
const folder = startedForEach(newFolder);
const receiver = startedForEach(startReceiver);
/** What a restart finds, so that most of what was accepted is in the file; the newest, sent later, are in the log. */
const IN_FILE = 30;
const SENT = 40;
const filled = startedOnce(async () => {
  const stopped = await newFolder();
  const before = await startTestServer({ config: { dataDir: stopped.path } });
  await before.call('POST', '/app', { name: 'Ada', uid: 'ada' });
  for (let n = 0; n < IN_FILE; n++) expect((await sendTo(before, n)).status).toBe(202);
  await before.stop();
  return stopped;
});
const server: TestServer = startedForEach(async () => {
  await cp(filled.path, folder.path, { recursive: true, preserveTimestamps: true });
  return startTestServer({ config: { dataDir: folder.path } });
});

const database = () => folder.file('posthorn.db');
const log = () => folder.file('posthorn.db-wal');
const sendTo = ({ call }: TestServer, n: number) =>
  call('POST', '/app/ada/msg', { eventType: 'a.b', payload: { n, text: 'x'.repeat(2000) } });
const send = (n: number) => sendTo(server, n);
const health = () => server.call('GET', '/health', undefined, { token: null });
const exists = (path: string) => stat(path).then(Boolean, () => false);

beforeEach(async () => {
  for (let n = IN_FILE; n < SENT; n++) expect((await send(n)).status).toBe(202);
});

async function overwrite(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc((await file.stat()).size, 7));
  await file.close();
}

async function overwriteByBackup(): Promise<void> {
  const backup = folder.file('backup.db');
  await backUp(folder.path, backup);
  await copyFile(backup, database()); // into the file that is there
}

const cutToHalf = async (path: string) => truncate(path, Math.floor((await stat(path)).size / 2));

const HARMS: readonly (readonly [what: string, harm: () => Promise<unknown>, name: string])[] = [
  ['the file is cut to half', () => cutToHalf(database()), 'posthorn.db'],
  ['the file is emptied', () => truncate(database(), 0), 'posthorn.db'],
  ['the file is overwritten', () => overwrite(database()), 'posthorn.db'],
  ['a backup is copied over the file', overwriteByBackup, 'posthorn.db'],
  ['the log is cut to half', () => cutToHalf(log()), 'posthorn.db-wal'],
  ['the log is emptied', () => truncate(log(), 0), 'posthorn.db-wal'],
  ['the log is overwritten', () => overwrite(log()), 'posthorn.db-wal'],
];

test.each(HARMS)(
  'when %s, nothing is accepted from then on, and health says why',
  async (_what, harm, name) => {
    expect((await health()).json).toMatchObject({ status: 'ok' });
    await harm();
    const refused = [
      await send(60),
      await send(61),
      await server.call('POST', '/app', { name: 'Other' }),
      await server.call('PATCH', '/app/ada', { name: 'Other' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    for (const { json } of refused) {
      expect(json.code).toBe('unavailable');
      expect(json.detail).not.toContain(folder.path);
    }
    const { status, json } = await health();
    expect([status, json.reason]).toEqual([503, 'damaged']);
    // A read may have met the damage before.
    const what = `(${name} .* was cut off or overwritten|The database file posthorn.db is damaged)`;
    expect(json.detail).toMatch(new RegExp(`^${what}.* posthorn restore FILE`));
  },
);

test.each(HARMS)('when %s, health says so within a second without a request', async (_what, harm) => {
  await harm();
  await eventually(async () => expect((await health()).json.reason).toBe('damaged'));
});

test.each(HARMS.filter(([, , name]) => name === 'posthorn.db'))(
  'when %s, a stop leaves the log: with the file put back, all that was accepted is there',
  async (_what, harm) => {
    const intact = await readFile(database());
    const written = (await stat(log())).size;
    await harm();
    expect((await send(60)).status).toBe(503);
    await server.stop();
    expect((await stat(log())).size).toBeGreaterThanOrEqual(written);
    expect(await exists(folder.file('posthorn.db.clean'))).toBe(false);
    await expect(startTestServer({ config: { dataDir: folder.path } })).rejects.toThrow(/posthorn restore/);
    await writeFile(database(), intact);
    await server.restart();
    const { data } = (await server.call('GET', '/app/ada/msg?limit=250&withContent=true')).json;
    const numbers = data.map(({ payload }: { payload: { n: number } }) => payload.n);
    expect(numbers).toEqual(expect.arrayContaining(Array.from({ length: SENT }, (_, n) => n)));
  },
);

test('an older copy in place of the database file is recognized, also one of the same run', async () => {
  const clock = new FakeClock(Date.now());
  await server.restart({ parts: { clock } });
  await copyFile(database(), folder.file('older.db'));
  for (let n = 60; n < 90; n++) expect((await send(n)).status).toBe(202);
  const { mtimeMs } = await stat(database());
  clock.advance(5000); // the log is moved into the file
  await until(
    () => stat(database()),
    (now) => now.mtimeMs !== mtimeMs,
  );
  expect((await send(90)).status).toBe(202);
  expect((await health()).json).toMatchObject({ status: 'ok' });
  await copyFile(folder.file('older.db'), database()); // into the file that is there
  expect([(await send(91)).status, (await send(92)).status]).toEqual([503, 503]);
  expect((await health()).json).toMatchObject({ reason: 'damaged' });
});

test('a server that is stopped before it noticed leaves the log as well', async () => {
  const written = (await stat(log())).size;
  await cutToHalf(database());
  await server.stop();
  expect((await stat(log())).size).toBe(written);
  expect(await exists(folder.file('posthorn.db.clean'))).toBe(false);
});

test('nothing is sent while the file is cut off', async () => {
  const clock = new FakeClock(Date.now());
  await server.restart({ parts: { clock } });
  await server.call('POST', '/app/ada/endpoint', { url: `${receiver.baseUrl}/`, rateLimit: 1 });
  for (let n = 60; n < 63; n++) expect((await send(n)).status).toBe(202);
  await receiver.arrived(1);
  await cutToHalf(database());
  expect((await send(63)).status).toBe(503);
  const load = async () => (await server.call('GET', '/service')).json.load;
  while ((await load()).inFlight > 0) await new Promise(setImmediate);
  clock.advance(10_000);
  expect((await load()).inFlight).toBe(0);
  expect(receiver.arrivals).toHaveLength(1);
});

test.each([
  ['of its own', 'mine'],
  ['of a client library', 'auto_1'],
])(
  'a repeat with a key %s is not told again that its message is stored, once the file is emptied',
  async (_what, key) => {
    const repeat = () =>
      server.call(
        'POST',
        '/app/ada/msg',
        { eventType: 'a.b', payload: {} },
        { headers: { 'idempotency-key': key } },
      );
    expect([(await repeat()).status, (await repeat()).status]).toEqual([202, 202]);
    await truncate(database(), 0);
    expect((await repeat()).status).toBe(503);
  },
);

test('another program that moves the log into the file, and empties it, disturbs nothing', async () => {
  for (const kind of ['PASSIVE', 'TRUNCATE'] as const) {
    const other = await Connection.open(database(), 'write');
    await other.exec(`PRAGMA wal_checkpoint(${kind})`);
    await other.close();
    for (let n = 0; n < 3; n++) expect((await send(n)).status).toBe(202);
    expect((await health()).json).toMatchObject({ status: 'ok' });
  }
});

test('while another program holds the database, each request is answered within five seconds', async () => {
  const other = await Connection.open(database(), 'write');
  await other.exec('BEGIN IMMEDIATE');
  const soon = async () =>
    fetch(`${server.baseUrl}/api/v1/app/ada/msg`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ eventType: 'a.b', payload: {} }),
      signal: AbortSignal.timeout(5000),
    });
  const first = soon();
  expect((await server.call('GET', '/app/ada')).status).toBe(200); // reads do not wait; the first one does by now
  const responses = await Promise.all([first, soon()]);
  expect(responses.map(({ status }) => status)).toEqual([503, 503]);
  await other.exec('ROLLBACK');
  await other.close();
  await eventually(async () => expect((await send(0)).status).toBe(202));
});
