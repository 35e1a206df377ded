import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CliContext } from '../../../src-server/cli/command';
import { databasePath } from '../../../src-server/storage/files/database-path';
import { migrations } from '../../../src-server/storage/sqlite/migrate';
import { openDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { describePostgres } from '../../support/engines';
import { newFolder } from '../../support/new-folder';
import { createPostgres, execute, type PostgresForTest } from '../../support/postgres-for-tests';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedForEach, startedOnce } from '../../support/started';
import { contentOf } from './move-rig';
import { runPosthorn } from './run-posthorn';

const folder = startedForEach(newFolder);
const filled = startedOnce(async () => {
  const stopped = await newFolder();
  await fillByServer(stopped.path);
  return stopped;
});
let source: string;
const servers: TestServer[] = [];
const made: PostgresForTest[] = [];

beforeEach(async () => {
  source = at('source');
});
afterEach(async () => {
  await stopAll();
  for (const database of made.splice(0)) await database.remove();
});

const at = (name: string) => folder.file(name);
const move = (...args: string[]) => runPosthorn(['move', ...args]);
const moveWith = (context: Partial<CliContext>, ...args: string[]) => runPosthorn(['move', ...args], context);

async function start(dataDir: string, database?: string): Promise<TestServer> {
  const server = await startTestServer({ config: database ? { dataDir, database } : { dataDir } });
  servers.push(server);
  return server;
}

async function stopAll(): Promise<void> {
  for (const server of servers.splice(0)) await server.stop();
}

/** A stopped installation with an application and messages, in a folder or a database. */
async function fill(dataDir: string, database?: string): Promise<void> {
  if (database) await fillByServer(dataDir, database);
  else await cp(filled.path, dataDir, { recursive: true, preserveTimestamps: true });
}

async function fillByServer(dataDir: string, database?: string): Promise<void> {
  const server = await start(dataDir, database);
  await server.call('POST', '/app', { name: 'Acme', uid: 'acme' });
  for (let n = 0; n < 20; n++) await server.call('POST', '/app/acme/msg', { eventType: 'a', payload: { n } });
  await stopAll();
}

async function newDatabase(empty?: 'template0'): Promise<PostgresForTest> {
  const created = await createPostgres(empty);
  made.push(created);
  return created;
}

const apps = async (server: TestServer): Promise<string[]> =>
  (await server.call('GET', '/app')).json.data.map(({ name }: { name: string }) => name);

async function change(dataDir: string, sql: string): Promise<void> {
  const db = await openDatabase(databasePath(dataDir));
  await db.write(async (tx) => void (await tx.run(sql)));
  await db.close();
}

/** Aborts as soon as messages are copied: like Ctrl+C. */
function stopAtMessages(): Partial<CliContext> {
  const stop = new AbortController();
  const progress = (line: string) => {
    if (line.startsWith('Copying message')) stop.abort();
  };
  return { signal: stop.signal, progress };
}

describe('a move between folders', () => {
  test('takes everything along, names the files that are left, and overwrites none', async () => {
    await fill(source);
    const before = await contentOf(source);
    await start(at('target')); // once, so that it has a database, and files of its own
    await stopAll();
    const token = await readFile(join(at('target'), 'admin-token'), 'utf8');

    const { exitCode, out } = await move('--from', source, '--to', at('target'));
    expect([exitCode, out]).toEqual([
      0,
      expect.stringContaining(`First copy admin-token and secret-key from ${source} into ${at('target')}.`),
    ]);
    expect(await contentOf(at('target'))).toEqual(before);
    expect(await readFile(join(at('target'), 'admin-token'), 'utf8')).toBe(token);
    await expect(start(source)).rejects.toThrow(`was moved to ${at('target')} on 20`);
    expect(await apps(await start(at('target')))).toEqual(['Acme']);
  });

  test('can be taken back, in words that say what that means', async () => {
    await fill(source);
    expect((await move('--from', source, '--to', at('target'))).exitCode).toBe(0);
    expect(await move('--unmark', source)).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining(`The one in ${at('target')} must never start again`),
    });
    expect(await apps(await start(source))).toEqual(['Acme']);
    await stopAll();
    expect(await move('--unmark', source)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('was not moved'),
    });
  });

  test('that is stopped leaves the source as it was, and nothing in the target', async () => {
    await fill(source);
    const before = await contentOf(source);
    expect(await moveWith(stopAtMessages(), '--from', source, '--to', at('target'))).toMatchObject({
      exitCode: 130,
    });
    expect((await readdir(at('target'))).filter((name) => name.startsWith('posthorn.db'))).toEqual([]);
    expect(await contentOf(source)).toEqual(before);
    expect(await apps(await start(source))).toEqual(['Acme']);
    await stopAll();
    // What a move that was killed has left is in nobody's way.
    await writeFile(join(at('target'), 'posthorn.db.arriving'), 'half of it');
    expect((await move('--from', source, '--to', at('target'))).exitCode).toBe(0);
  });

  const refusals: [string, () => Promise<unknown>, RegExp][] = [
    ['a source that is running', () => start(source), /Another Posthorn server is already using .*source/],
    [
      'a source of a newer program',
      () => change(source, 'PRAGMA user_version = 999'),
      /source was written by a newer Posthorn \(version 999/,
    ],
    [
      'a source of an older program',
      () => change(source, 'PRAGMA user_version = 3'),
      /source is from an older Posthorn .* Start it once with this one/,
    ],
    ['a target that is running', () => start(at('target')), /already using .*target/],
    ['a target that is not empty', () => fill(at('target')), /already \(its table \w+ is not empty\)/],
    ['a target that is no database', () => writeJunk(at('target')), /target.*Choose an empty place/],
  ];
  test.each(refusals)('refuses %s, and changes nothing', async (_, prepare, why) => {
    await fill(source);
    await prepare();
    for (const more of [[], ['--dry-run']]) {
      const { exitCode, err } = await move('--from', source, '--to', at('target'), ...more);
      expect([exitCode, err]).toEqual([1, expect.stringMatching(why)]);
    }
    await stopAll();
    await change(source, `PRAGMA user_version = ${migrations.at(-1)?.version}`);
    expect(await apps(await start(source))).toEqual(['Acme']);
    expect(existsSync(join(at('target'), 'posthorn.db.arriving'))).toBe(false);
  });

  async function writeJunk(dataDir: string): Promise<void> {
    await start(dataDir);
    await stopAll();
    await writeFile(databasePath(dataDir), 'no database');
  }

  test('refuses what makes no sense, as a mistake in its use, without repeating a password', async () => {
    const wrong = [
      [],
      ['--from', source],
      ['--from', source, '--to', 'http://example.com/x'],
      ['--from', source, '--to', 'postgres://ada:hunter2@'],
      ['--unmark', source, '--to', at('target')],
    ];
    for (const args of wrong) {
      const { exitCode, out, err } = await move(...args);
      expect([args, exitCode]).toEqual([args, 2]);
      expect(out + err).not.toContain('hunter2');
    }
    expect(await move('--from', source, '--to', at('target'))).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining(`There is no Posthorn database in ${source}`),
    });
    await fill(source);
    expect((await move('--from', source, '--to', source)).err).toContain('cannot be moved into itself');
  });
});

describePostgres('a move into PostgreSQL', () => {
  test('refuses a database in use, filled, of another program, or of a newer one, and changes nothing', async () => {
    await fill(source);
    const target = await newDatabase('template0');
    const refused = async (why: RegExp) => {
      const { exitCode, out, err } = await move('--from', source, '--to', `${target.url}&password=hunter2`);
      expect([exitCode, err]).toEqual([1, expect.stringMatching(why)]);
      expect(out + err).not.toContain('hunter2');
    };
    await execute(target.url, 'CREATE TABLE foreign_thing (id BIGINT)');
    await refused(/has tables of another program \(such as foreign_thing\)/);
    await execute(target.url, 'DROP TABLE foreign_thing');
    await fill(at('other'), target.url);
    await refused(/There is an installation in .* already/);
    await start(at('other'), target.url);
    await refused(/in use by another Posthorn server/);
    await stopAll();
    await execute(target.url, 'INSERT INTO schema_version (version) VALUES (999)');
    await refused(/written by a newer Posthorn \(version 999/);
    expect(await apps(await start(source))).toEqual(['Acme']);
  });

  test('replaces what a server has made that was started once, and leaves nothing when it is stopped', async () => {
    await fill(source);
    const target = await newDatabase();
    await start(at('other'), target.url);
    await stopAll();
    expect((await moveWith(stopAtMessages(), '--from', source, '--to', target.url)).exitCode).toBe(130);
    expect(await apps(await start(at('other'), target.url))).toEqual([]);
    expect(await apps(await start(source))).toEqual(['Acme']);
    await stopAll();
    expect((await move('--from', source, '--to', target.url)).exitCode).toBe(0);
    expect(await apps(await start(at('other'), target.url))).toEqual(['Acme']);
  });

  test('is not done when a row did not arrive as it was, or when the database refuses in the end', async () => {
    await fill(source);
    const target = await newDatabase();
    await execute(
      target.url,
      `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.name := 'x'; RETURN NEW; END $$;
       CREATE TRIGGER spoil BEFORE INSERT ON application FOR EACH ROW EXECUTE FUNCTION spoil()`,
    );
    expect(await move('--from', source, '--to', target.url)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining(
        'The rows of application did not arrive as they were: their content differs',
      ),
    });
    await execute(
      target.url,
      `DROP TRIGGER spoil ON application;
       CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not today'; END $$;
       CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON message DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    expect(await move('--from', source, '--to', target.url)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('not today'),
    });
    expect(await apps(await start(source))).toEqual(['Acme']);
    expect(await apps(await start(at('other'), target.url))).toEqual([]);
  });

  test('leaves the mark when the connection is cut during the commit, and a person decides', async () => {
    await fill(source);
    const target = await newDatabase();
    await execute(
      target.url,
      `CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON installation DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION cut()`,
    );
    expect(await move('--from', source, '--to', target.url)).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(
        /not known whether the installation is in postgres:.*: look\..* "posthorn move --unmark .*source"/,
      ),
    });
    await expect(start(source)).rejects.toThrow(/was moved to postgres:/);
    expect(await apps(await start(at('other'), target.url))).toEqual([]);
    await stopAll();
    expect((await move('--unmark', source)).exitCode).toBe(0);
    expect(await apps(await start(source))).toEqual(['Acme']);
  });

  test('says which text contains what PostgreSQL cannot keep', async () => {
    await fill(source);
    await change(source, `UPDATE application SET name = 'a' || char(0) WHERE uid = 'acme'`);
    const target = await newDatabase('template0');
    expect(await move('--from', source, '--to', target.url)).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/The name of application app_\w+ contains the character NUL/),
    });
  });
});

describePostgres('a move out of PostgreSQL', () => {
  test('refuses a database that is in use, has nothing of ours, or is of a newer program', async () => {
    const from = await newDatabase('template0');
    const refused = async (why: RegExp) => {
      const { exitCode, err } = await move('--from', from.url, '--to', at('target'));
      expect([exitCode, err]).toEqual([1, expect.stringMatching(why)]);
    };
    await refused(/There is no Posthorn database in postgres:/);
    await start(source, from.url);
    await refused(/in use by another Posthorn server/);
    await stopAll();
    await execute(from.url, 'INSERT INTO schema_version (version) VALUES (999)');
    await refused(/written by a newer Posthorn \(version 999/);
    expect(existsSync(at('target'))).toBe(false);
  });

  test('into another database is the same there, and the first one is closed to servers', async () => {
    const [from, to] = [await newDatabase(), await newDatabase('template0')];
    await fill(source, from.url);
    expect((await moveWith(stopAtMessages(), '--from', from.url, '--to', to.url)).exitCode).toBe(130);
    expect(await apps(await start(source, from.url))).toEqual(['Acme']);
    await stopAll();
    expect((await move('--from', from.url, '--to', to.url)).exitCode).toBe(0);
    await expect(start(source, from.url)).rejects.toThrow(
      /was moved to postgres:.*posthorn move --unmark postgres:/,
    );
    expect(await apps(await start(source, to.url))).toEqual(['Acme']);
  });
});
