import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Change, ChangeLog } from '../../../src-server/storage/change-log';
import { CHANGE_LOG_TABLES, LOGGED_COLUMNS } from '../../../src-server/storage/postgres/change-log-tables';
import { createClusterTables } from '../../../src-server/storage/postgres/cluster-tables';
import {
  openPostgresChangeLog,
  removeOldChanges,
} from '../../../src-server/storage/postgres/postgres-change-log';
import { openPostgres } from '../../../src-server/storage/postgres/postgres-database';
import { startCutWay } from '../../support/cut-way';
import { describePostgres } from '../../support/engines';
import { createPostgres } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';

const PUT =
  "INSERT INTO setting (name, value) VALUES (?, 'true') ON CONFLICT (name) DO UPDATE SET value = 'false'";
const APPLICATION = 'INSERT INTO application (id, name, created_at, updated_at) VALUES (?, ?, 1, 1)';
const ENDPOINT =
  "INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at) VALUES (?, ?, 'http://a/', 's', 1, 1)";

describePostgres('the log of changes in PostgreSQL', () => {
  const created = startedForEach(createPostgres);
  const db = startedForEach(() => openPostgres(created.url));
  let log: ChangeLog;
  beforeEach(async () => {
    await createClusterTables(db);
    log = await openPostgresChangeLog(db.connect);
  });
  afterEach(async () => {
    await log.close();
  });

  const connect = async () => {
    const connection = await db.connect();
    onTestFinished(() => connection.close());
    return connection;
  };
  const run = (sql: string, ...params: readonly (string | number)[]) => db.write((tx) => tx.run(sql, params));
  const read = async () => (await log.read())?.map(({ topic, key }: Change) => `${topic} ${key}`.trim());

  test('tells what was committed since the last look, and nothing twice', async () => {
    expect(await read()).toEqual([]);
    await run(PUT, 'a');
    await run(PUT, 'b');
    expect(await read()).toEqual(['setting a', 'setting b']);
    expect(await read()).toEqual([]);
    await run(PUT, 'a');
    expect(await read()).toEqual(['setting a']);
  });

  test('tells a transaction that began before others and committed long after them', async () => {
    const late = await connect();
    await late.exec('BEGIN');
    await late.run(PUT, ['late']);
    await run(PUT, 'b');
    expect(await read()).toEqual(['setting b']);
    await run(PUT, 'c');
    expect(await read()).toEqual(['setting c']);
    await late.commit();
    await run(PUT, 'd');
    expect(await read()).toEqual(['setting late', 'setting d']);
    expect(await read()).toEqual([]);
  });

  test('a look that gets no response fails in time, and the next one tells what it would have told', async () => {
    const proxy = await startCutWay(created.url);
    const through = await openPostgres(proxy.url);
    const slow = await openPostgresChangeLog(() => through.connect(300));
    try {
      proxy.stall(true);
      await run(PUT, 'a');
      await expect(slow.read()).rejects.toThrow();
      proxy.cut(); // as a machine does that is gone
      proxy.stall(false);
      expect(await slow.read()).toEqual([{ topic: 'setting', key: 'a' }]);
    } finally {
      await slow.close();
      await through.close();
      await proxy.close();
    }
  });

  test('tells a transaction that had its id before the log was opened, and writes afterwards', async () => {
    const late = await connect();
    await late.exec('BEGIN; SELECT pg_current_xact_id()');
    const second = await openPostgresChangeLog(db.connect);
    await late.run(PUT, ['late']);
    await late.commit();
    expect(await second.read()).toEqual([{ topic: 'setting', key: 'late' }]);
    await second.close();
  });

  test('tells nothing of what was rolled back, be it a part of a transaction', async () => {
    const writer = await connect();
    await writer.exec('BEGIN');
    await writer.run(PUT, ['kept']);
    await writer.exec('SAVEPOINT one');
    await writer.run(PUT, ['undone']);
    await writer.exec('ROLLBACK TO one');
    await writer.commit();
    await writer.exec('BEGIN');
    await writer.run(PUT, ['undone too']);
    await writer.exec('ROLLBACK');
    expect(await read()).toEqual(['setting kept']);
  });

  test('has one row for an application, however many of its endpoints one transaction changes', async () => {
    await run(APPLICATION, 'app_1', 'One');
    await read();
    await db.write(async (tx) => {
      for (let n = 0; n < 20; n++) await tx.run(ENDPOINT, [`ep_${n}`, 'app_1']);
      await tx.run("UPDATE endpoint SET url = 'http://b/'");
    });
    expect(await read()).toEqual(['application app_1']);
    await run('UPDATE endpoint SET deleted_at = 2 WHERE id = ?', 'ep_3');
    expect(await read()).toEqual(['application app_1']);
  });

  test('says once that endpoints began to fail or recovered, and nothing about how long they have failed', async () => {
    await run(APPLICATION, 'app_1', 'One');
    for (const id of ['ep_1', 'ep_2']) await run(ENDPOINT, id, 'app_1');
    await read();
    await run('UPDATE endpoint SET failing_since = 5, failing_marked_at = 5');
    expect(await read()).toEqual(['attention']);
    await run('UPDATE endpoint SET failing_since = 5, failing_marked_at = 9');
    expect(await read()).toEqual([]);
    await run("UPDATE endpoint SET failing_since = NULL, failing_marked_at = NULL WHERE id = 'ep_1'");
    expect(await read()).toEqual(['attention']);
  });

  test('knows every column of an endpoint but those that never change or say that it fails', async () => {
    const columns = await db.all<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'endpoint'",
    );
    const left = columns.map(({ name }) => name).filter((name) => !LOGGED_COLUMNS.includes(name));
    expect(left.sort()).toEqual(['app_id', 'created_at', 'failing_marked_at', 'failing_since', 'id']);
  });

  test('tells what happens to the catalog, to consents, files and tasks', async () => {
    await run("INSERT INTO event_type (name, description, created_at, updated_at) VALUES ('a', '', 1, 1)");
    await run("INSERT INTO target_consent (id, kind, target, created_at) VALUES ('c', 'host', 'h', 1)");
    await run("DELETE FROM look_file WHERE kind = 'logo'");
    await run("INSERT INTO portal_text (language, texts) VALUES ('fr', '{}')");
    await run(
      "INSERT INTO background_task (id, task, arguments, created_at, updated_at) VALUES ('t', 'x', '{}', 1, 1)",
    );
    expect(await read()).toEqual(['catalog', 'consent', 'look-file', 'portal-text', 'task t']);
    await run("UPDATE background_task SET cursor = 'further'");
    expect(await read()).toEqual([]);
    await run("UPDATE background_task SET status = 'finished', finished_at = 2");
    expect(await read()).toEqual(['task t']);
  });

  test('says that anything may have changed when more did than it tells one by one', async () => {
    await run("INSERT INTO setting (name, value) SELECT 'n' || n, '1' FROM generate_series(1, 5001) AS n");
    expect(await read()).toBeUndefined();
    await run(PUT, 'a');
    expect(await read()).toEqual(['setting a']);
  });

  const tenMinutesLater = async () => {
    await run("UPDATE change_log_removal SET marked_at = now() - interval '11 minutes'");
    return removeOldChanges(db, 10);
  };

  test('says so to whoever was away while old changes were removed, and to nobody else', async () => {
    const away = await openPostgresChangeLog(db.connect);
    await run(PUT, 'a');
    expect(await removeOldChanges(db, 10)).toBe(0);
    expect(await tenMinutesLater()).toBe(0);
    await read();
    await run(PUT, 'b');
    expect(await tenMinutesLater()).toBe(1);
    expect(await read()).toEqual(['setting b']);
    expect(await away.read()).toBeNull();
    await run(PUT, 'c');
    expect(await away.read()).toEqual([{ topic: 'setting', key: 'c' }]);
    await away.close();
  });

  test('keeps what a transaction wrote that was open for longer than changes are kept', async () => {
    const late = await connect();
    await late.exec('BEGIN');
    await late.run(PUT, ['late']);
    for (let n = 0; n < 2; n++) {
      await run(PUT, `n${n}`);
      await tenMinutesLater();
      await read();
    }
    await late.commit();
    await tenMinutesLater();
    expect(await read()).toEqual(['setting late']);
  });

  test('goes on where it was after its connection was cut', async () => {
    await run(PUT, 'a');
    await db.get(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE '%pg_current_snapshot%' AND pid <> pg_backend_pid()",
    );
    await expect.poll(() => read().catch(() => 'cut')).toEqual(['setting a']);
  });

  test('is created where it is missing, at each start and beside others that write', async () => {
    const writer = await connect();
    await writer.exec('BEGIN');
    await writer.run(PUT, ['a']);
    // Would wait for the writer if it touched the table.
    await createClusterTables(db);
    await writer.commit();
    expect(CHANGE_LOG_TABLES.length).toBeGreaterThan(10);
    expect(await read()).toEqual(['setting a']);
  });
});
