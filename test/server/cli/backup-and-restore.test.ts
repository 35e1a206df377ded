import { copyFile, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { FakeClock } from '../../support/fake-clock';
import { newFolder } from '../../support/new-folder';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { runPosthorn } from './run-posthorn';

const folder = startedForEach(newFolder);
const servers: TestServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const dataDir = () => folder.file('data');
const database = () => join(dataDir(), 'posthorn.db');
const file = (name: string) => folder.file(name);

async function start(): Promise<TestServer> {
  const server = await startTestServer({ config: { dataDir: dataDir() } });
  servers.push(server);
  return server;
}

async function stop(): Promise<void> {
  await servers.pop()?.stop();
}

const run = (...args: string[]) =>
  runPosthorn(args, { defaultDataDir: dataDir(), clock: new FakeClock(Date.UTC(2026, 10, 21, 8, 30)) });
const backUp = (...args: string[]) => run('backup', ...args);
const restore = (...args: string[]) => run('restore', ...args);

const addApplication = (server: TestServer, name: string) => server.call('POST', '/app', { name, uid: name });
const names = async (server: TestServer): Promise<string[]> =>
  (await server.call('GET', '/app')).json.data.map((application: { name: string }) => application.name);

/** A backup that contains `kept`, of a stopped server that also contains `later`. */
async function backupAndGoOn(): Promise<string> {
  const server = await start();
  await addApplication(server, 'kept');
  expect((await backUp('--out', file('backup.db'))).exitCode).toBe(0);
  await addApplication(server, 'later');
  await stop();
  return file('backup.db');
}

test('a backup is made while the server works, and restored it is what was there at that moment', async () => {
  const server = await start();
  await addApplication(server, 'kept');
  const message = { eventType: 'invoice.paid', payload: { n: 1 } };
  await server.call('POST', '/app/kept/msg', message);
  const running = Promise.all(
    Array.from({ length: 50 }, () => server.call('POST', '/app/kept/msg', { ...message })),
  );
  const made = await backUp('--out', file('backup.db'), '--json');
  const result = JSON.parse(made.out);
  expect(result).toMatchObject({ ok: true, file: file('backup.db'), waiting: 0 });
  expect(result.bytes).toBe((await stat(file('backup.db'))).size);
  expect((await running).map(({ status }) => status)).toEqual(new Array(50).fill(202));
  await addApplication(server, 'later');
  await stop();

  const back = await restore(file('backup.db'));
  expect(back).toMatchObject({ exitCode: 0, err: '' });
  const replaced = `${database()}.replaced-2026-11-21T08-30-00Z`;
  expect(back.out).toContain(`The previous database is kept as ${replaced}.`);
  const again = await start();
  expect(await names(again)).toEqual(['kept']);
  expect((await again.call('GET', '/app/kept/msg?limit=250')).json.data).toHaveLength(result.messages);
  const old = await openDatabase(replaced);
  const customers = `SELECT count(*) AS count FROM application WHERE id GLOB 'app_*'`;
  expect(await old.get(customers)).toEqual({ count: 2 });
  await old.close();
});

test('a backup that exists is not overwritten', async () => {
  await start();
  await writeFile(file('precious.db'), 'precious');
  const { exitCode, err } = await backUp('--out', file('precious.db'));
  expect({ exitCode, err }).toEqual({
    exitCode: 1,
    err: `posthorn: ${file('precious.db')} exists already, and is not overwritten. Choose another name.\n`,
  });
  expect(await readFile(file('precious.db'), 'utf8')).toBe('precious');
});

test('a damaged database gives no backup, and nothing unfinished stays behind', async () => {
  await backupAndGoOn();
  await rm(file('backup.db'));
  await damage(database());
  const { exitCode, err } = await backUp('--out', file('backup.db'));
  expect(exitCode).toBe(1);
  expect(err).toMatch(/could not be copied|not usable/);
  expect(await readdir(folder.path)).toEqual(['data']);
});

test('only its owner can read a backup', async () => {
  await backupAndGoOn();
  expect(((await stat(file('backup.db'))).mode & 0o777).toString(8)).toBe('600');
});

test('nothing is restored while a server holds the folder', async () => {
  const server = await start();
  await addApplication(server, 'kept');
  await backUp('--out', file('backup.db'));
  const before = await readdir(dataDir());
  const { exitCode, err } = await restore(file('backup.db'));
  expect({ exitCode, err }).toEqual({
    exitCode: 1,
    err: `posthorn: Another Posthorn server is already using the data folder ${dataDir()}. Stop it, or choose another --data-dir.\n`,
  });
  expect(await readdir(dataDir())).toEqual(before);
  expect(await names(server)).toEqual(['kept']);
});

/** Overwrites the middle of a file. */
async function damage(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.fill(0xa5, 4096, bytes.length - 4096);
  await writeFile(path, bytes);
}

test.each<[string, (backup: string) => Promise<unknown>, RegExp]>([
  ['damaged', damage, /it is damaged/],
  ['cut off', (backup) => truncate(backup, 20_000), /it is damaged/],
  ['no database', (backup) => writeFile(backup, 'Dear reader, '.repeat(1000)), /it is no database/],
  ['empty', (backup) => truncate(backup, 0), /something else than Posthorn/],
  [
    'from a newer Posthorn',
    (backup) => change(backup, 'PRAGMA user_version = 9999'),
    /written by a newer Posthorn \(version 9999; this one knows \d+\)/,
  ],
  ['of another program', (backup) => change(backup, 'DROP TABLE attempt'), /something else than Posthorn/],
  ['not there', (backup) => rm(backup), /There is no file/],
])('a file that is %s is refused before anything is touched', async (_what, spoil, reason) => {
  const backup = await backupAndGoOn();
  await spoil(backup);
  const before = await readdir(dataDir());
  const { exitCode, out, err } = await restore(backup);
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
  expect(err).toMatch(reason);
  expect(await readdir(dataDir())).toEqual(before);
  expect(await names(await start())).toEqual(['kept', 'later']);
});

async function change(path: string, sql: string): Promise<void> {
  const db = await openDatabase(path);
  await db.write((tx) => tx.run(sql));
  await db.close();
}

test('a damaged database stops the start with a sentence that names the way out, which then works', async () => {
  const backup = await backupAndGoOn();
  await damage(database());
  await expect(start()).rejects.toThrow(
    `posthorn restore FILE --data-dir ${dataDir()} (the damaged file is kept beside it)`,
  );
  const { exitCode, out } = await restore(backup, '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    messages: 0,
    replaced: expect.stringMatching(/replaced-/),
  });
  expect(await names(await start())).toEqual(['kept']);
});

test('the log of the database that is replaced is kept with it and never mixed with the new one', async () => {
  const backup = await backupAndGoOn();
  const db = await openDatabase(database());
  await db.write((tx) => tx.run(`UPDATE application SET name = 'from the log'`));
  await copyFile(database(), file('crashed.db'));
  await copyFile(`${database()}-wal`, file('crashed.db-wal'));
  await db.close();
  await copyFile(file('crashed.db'), database()); // as a crash leaves it: part of it only in the log
  await copyFile(file('crashed.db-wal'), `${database()}-wal`);
  const { replaced } = JSON.parse((await restore(backup, '--json')).out);
  expect(await names(await start())).toEqual(['kept']);
  const old = await openDatabase(replaced);
  expect(await old.get('SELECT DISTINCT name FROM application')).toEqual({ name: 'from the log' });
  await old.close();
});

test('a copy of the files of a server that was killed can be restored, with what is only in the log', async () => {
  await backupAndGoOn();
  const db = await openDatabase(database());
  await db.write((tx) => tx.run(`UPDATE application SET name = name || '!'`));
  await copyFile(database(), file('crashed.db'));
  await copyFile(`${database()}-wal`, file('crashed.db-wal'));
  await db.close();
  expect((await restore(file('crashed.db'))).exitCode).toBe(0);
  expect(await names(await start())).toEqual(['kept!', 'later!']);
});

test('a backup is restored into a folder that is not there yet', async () => {
  const backup = await backupAndGoOn();
  const { exitCode, out } = await restore(backup, '--data-dir', folder.file('new', 'place'));
  expect(exitCode).toBe(0);
  expect(out).toContain('There was no database before.');
});

test.each([
  [backUp, [], 2, /Name the file: posthorn backup --out FILE/],
  [backUp, ['--out', 'a', 'b'], 2, /Usage: posthorn backup --out FILE/],
  [backUp, ['--target', 'a'], 2, /--target/],
  [restore, [], 2, /Usage: posthorn restore FILE/],
  [restore, ['a', 'b'], 2, /Usage: posthorn restore FILE/],
  [backUp, ['--out', join(tmpdir(), 'never.db')], 1, /There is no Posthorn database in/],
])('what is wrongly asked is said, with its own exit code (%#)', async (run, args, code, reason) => {
  const plain = await run(...args);
  expect(plain).toMatchObject({ exitCode: code, out: '', err: expect.stringMatching(reason) });
  const json = await run(...args, '--json');
  expect(JSON.parse(json.out)).toEqual({ ok: false, error: expect.stringMatching(reason) });
  expect(json).toMatchObject({ exitCode: code, err: '' });
});

test('both commands explain themselves with an example', async () => {
  for (const run of [backUp, restore]) {
    const { exitCode, out } = await run('--help');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^Example: posthorn (backup|restore) .*\/var\/lib\/posthorn/m);
  }
});
