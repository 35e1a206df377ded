import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../../src-server/base/log';
import { postgresVersion } from '../../../src-server/storage/postgres/migrate-postgres';
import { startCutWay } from '../../support/cut-way';
import { describePostgres } from '../../support/engines';
import { createPostgres, execute } from '../../support/postgres-for-tests';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

describePostgres('a server with PostgreSQL', () => {
  // The server brings the schema itself.
  const created = startedOnce(() => createPostgres('template0'));
  const proxy = startedOnce(() => startCutWay(created.url));
  const logged: string[] = [];
  const server = startedOnce(() => {
    const database = `${proxy.url}&password=hunter2`;
    const log = createLog('debug', { write: (line) => void logged.push(line) });
    return startTestServer({ config: { database }, parts: { log } });
  });
  /** How many slots each node owns. */
  async function sharesOfSlots(): Promise<number[]> {
    const db = await created.open();
    try {
      const rows = await db.all<{ slots: number }>(
        'SELECT count(*) AS slots FROM slot WHERE owner IS NOT NULL GROUP BY owner',
      );
      return rows.map(({ slots }) => slots);
    } finally {
      await db.close();
    }
  }

  /** Asks until the response is this one: what is noticed, is noticed within a second. */
  async function healthIs(status: number): Promise<void> {
    await expect
      .poll(async () => (await server.call('GET', '/health')).status, { timeout: 15_000 })
      .toBe(status);
  }

  test('says that it is away, accepts again when it is back, and has lost nothing', async () => {
    const app = await server.call('POST', '/app', { name: 'Acme' });
    expect(app.status).toBe(201);
    proxy.letThrough(false);
    proxy.cut();
    const refused = await server.call('POST', '/app', { name: 'Beta' });
    expect([refused.status, refused.json.code]).toEqual([503, 'unavailable']);
    const health = await server.call('GET', '/health');
    expect([health.status, health.json]).toEqual([
      503,
      expect.objectContaining({ status: 'failing', reason: 'away', code: 'unavailable' }),
    ]);
    expect(health.json.detail).toMatch(
      /refused \(503\).* nothing is sent.* goes on by itself when it is back/,
    );
    proxy.letThrough(true);
    await healthIs(200);
    expect((await server.call('POST', '/app', { name: 'Gamma' })).status).toBe(201);
    const { json } = await server.call('GET', '/app');
    expect(json.data.map(({ name }: { name: string }) => name)).toEqual(['Acme', 'Gamma']);
  });

  test('has its data elsewhere: a backup and a restore are refused in words', async () => {
    const backup = await server.call('POST', '/data/backup');
    expect([backup.status, backup.json.detail]).toEqual([400, expect.stringContaining('pg_dump')]);
    const restore = await server.call('POST', '/data/restore', {
      backup: 'posthorn-2026-01-01T00-00-00Z.db',
    });
    expect([restore.status, restore.json.detail]).toEqual([400, expect.stringContaining('pg_restore')]);
  });

  test('checks that it answers and commits', async () => {
    const { json } = await server.call('POST', '/diagnostics/self-check');
    const found = json.findings.find(({ id }: { id: string }) => id === 'database');
    expect(found.message).toMatch(/^PostgreSQL \d+\.\d+ responds, and commits within \d+ ms\./);
  });

  test('shows its address, and its password nowhere', async () => {
    const { json, text } = await server.call('GET', '/service');
    const setting = json.startSettings.find(({ name }: { name: string }) => name === 'database');
    expect(setting.value).toMatch(/^postgres:\/\/.*host=/);
    expect(logged.join('')).toContain('postgres://');
    expect(text + logged.join('')).not.toContain('hunter2');
  });

  test('shares its database with another server: each sends to half of the endpoints, and takes over from one that stops', async () => {
    const secretKey = await readFile(join(server.dataDir, 'secret-key'), 'utf8');
    const shared = { database: created.url, adminToken: server.adminToken, secretKey: secretKey.trim() };
    const other = await startTestServer({ config: shared });
    try {
      await expect.poll(sharesOfSlots, { timeout: 10_000 }).toEqual([128, 128]);
    } finally {
      await other.remove();
    }
    await expect.poll(sharesOfSlots, { timeout: 10_000 }).toEqual([256]);
  });

  test('sends to all endpoints again when its table of nodes was emptied by hand', async () => {
    const nodes = async () => (await server.call('GET', '/nodes')).json.data;
    const [before] = await nodes();
    await execute(created.url, 'DELETE FROM node');
    await expect
      .poll(nodes, { timeout: 15_000 })
      .toEqual([expect.objectContaining({ id: expect.not.stringMatching(before.id), slots: 256 })]);
    expect(await sharesOfSlots()).toEqual([256]);
  });

  test.each([
    ['POSTHORN_CLUSTER_SECRET', { clusterSecret: 'another secret of at least 32 characters' }],
    ['POSTHORN_ADMIN_TOKEN', { adminToken: 'another-token-of-an-admin' }],
    ['POSTHORN_SECRET_KEY', { secretKey: 'a'.repeat(64) }],
  ])('refuses a second server whose %s differs, in words without it', async (name, differing) => {
    const secretKey = (await readFile(join(server.dataDir, 'secret-key'), 'utf8')).trim();
    const shared = { database: created.url, adminToken: server.adminToken, secretKey, ...differing };
    const started = startTestServer({ config: shared });
    await expect(started).rejects.toThrow(new RegExp(`^${name} differs from that of the node at http://127`));
    await expect(started).rejects.not.toThrow(new RegExp(String(Object.values(differing)[0])));
    expect(await sharesOfSlots()).toEqual([256]);
  });

  test('refuses to start while a node knows no change of the tables since the one before the newest', async () => {
    const db = await created.open();
    try {
      const newest = await postgresVersion(db);
      await execute(created.url, `DELETE FROM schema_version WHERE version = ${newest}`);
      await execute(created.url, 'UPDATE node SET schema_version = 1');
      await expect(startTestServer({ config: { database: created.url } })).rejects.toThrow(
        /^The node at http:\/\/127.* too old for the tables that this version needs/,
      );
      await execute(created.url, `INSERT INTO schema_version (version) VALUES (${newest})`);
    } finally {
      await db.close();
    }
  });
});
