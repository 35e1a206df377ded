import { afterEach, expect, test, vi } from 'vitest';
import type { SqliteDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import { breakDisk } from '../../support/broken-disk';
import { startTestServer, type TestServer } from '../../support/start-test-server';

/** The databases that servers of this file opened, newest last. */
const databases = vi.hoisted(() => [] as SqliteDatabase[]);

vi.mock('../../../src-server/storage/sqlite/sqlite-database', async (original) => {
  const actual = await original<typeof import('../../../src-server/storage/sqlite/sqlite-database')>();
  return {
    ...actual,
    async openDatabase(path: string) {
      const db = await actual.openDatabase(path);
      databases.push(db);
      return db;
    },
  };
});

let server: TestServer;

afterEach(async () => {
  vi.restoreAllMocks();
  await server.remove();
});

async function startWithApplication() {
  server = await startTestServer();
  await server.call('POST', '/app', { name: 'Acme', uid: 'acme' });
}

const pragma = (text: string) => databases.at(-1)?.write((tx) => tx.all(`PRAGMA ${text}`));
const send = (size: number) =>
  server.call('POST', '/app/acme/msg', { eventType: 'a.b', payload: { text: 'x'.repeat(size) } });

test('on a full disk the response is 507 with a clear body, reading goes on, and 202 comes back with the space', async () => {
  await startWithApplication();
  const accepted = (await send(10)).json.id;
  await pragma('max_page_count = 1');
  const refused = await send(500_000);
  expect(refused.status).toBe(507);
  expect(refused.json).toEqual({
    code: 'disk_full',
    detail: 'The disk is full. Nothing was written; free some space and try again.',
  });
  expect((await server.call('GET', `/app/acme/msg/${accepted}`)).status).toBe(200);
  expect((await server.call('GET', '/app/acme/msg')).json.data).toHaveLength(1);
  await pragma('max_page_count = 1000000');
  expect((await send(500_000)).status).toBe(202);
});

test('where the database cannot be written the response is 503 with a clear body, and reading goes on', async () => {
  await startWithApplication();
  const mend = breakDisk();
  const refused = await send(10);
  expect(refused.status).toBe(503);
  expect(refused.json).toEqual({
    code: 'unavailable',
    detail: 'The database cannot be written now. Nothing was written; check the data folder and try again.',
  });
  expect((await server.call('POST', '/app', { name: 'another' })).status).toBe(503);
  expect((await server.call('GET', '/app/acme')).status).toBe(200);
  mend();
  expect((await send(10)).status).toBe(202);
});
