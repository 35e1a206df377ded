import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describePostgres } from '../../support/engines';
import { createPostgres, type PostgresForTest } from '../../support/postgres-for-tests';
import { type Receiver, startReceiver } from '../../support/receiver';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { type CopyWorld, startCopyWorld } from '../sync/copy-world';
import { contentOf, fillInstallation, fillRest, ODD_TEXTS } from './move-rig';
import { runPosthorn } from './run-posthorn';

const LISTS = [
  '/app',
  '/app/acme/endpoint',
  '/app/acme/endpoint/e/secret',
  '/app/acme/msg?limit=250',
  '/app/acme/attempt/endpoint/e?limit=250',
  '/app/acme/integration',
  '/event-type?include_archived=true&with_content=true',
  '/event-type/import/receipt',
  '/event-type/invoice.paid/version',
  '/auth/token',
  '/target-consent',
  '/catalog/flag-sets',
  '/portal/look',
  '/portal/texts/fr',
  '/settings',
  '/share-links',
  '/connections',
];

describePostgres('an installation that is moved', () => {
  let world: CopyWorld;
  let receiver: Receiver;
  let created: PostgresForTest;
  let folder: string;
  let source: string;
  let before: Readonly<Record<string, string>>;
  let responses: readonly unknown[];
  const servers: TestServer[] = [];

  const start = async (config: { dataDir: string; database?: string }) => {
    const server = await startTestServer({ config });
    servers.push(server);
    return server;
  };
  const json = async (...args: string[]) => {
    const { exitCode, out } = await runPosthorn(['move', ...args, '--json']);
    return { exitCode, ...JSON.parse(out) };
  };
  const ask = async (server: TestServer) => {
    const all: unknown[] = [];
    for (const path of LISTS) {
      const { status, json: body } = await server.call('GET', path);
      all.push([path, status, body]);
    }
    return all;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
    receiver = await startReceiver(() => ({ status: 200, body: 'o\0k é' }));
    world = await startCopyWorld([{ name: 'there.one' }, { name: 'there.two' }]);
    source = world.here.dataDir;
    await fillInstallation(world, receiver.baseUrl);
    await receiver.arrived(ODD_TEXTS.length);
    responses = await ask(world.here);
    await world.here.stop();
    world.here = { ...world.here, remove: () => rm(source, { recursive: true }) };
    await fillRest(source);
    before = await contentOf(source);
    created = await createPostgres('template0');
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await world.close();
    await receiver.close();
    await created.remove();
    await rm(folder, { recursive: true });
  });

  test('has rows in every table before, so that a table which is forgotten is noticed', () => {
    expect(Object.entries(before).filter(([, content]) => content.startsWith('0 '))).toEqual([]);
  });

  test('is tried first, which changes nothing and counts', async () => {
    const tried = await json('--from', source, '--to', created.url, '--dry-run');
    expect(tried).toMatchObject({ exitCode: 0, ok: true, dryRun: true, from: source });
    expect(tried.tables.message.rows).toBe(ODD_TEXTS.length * 2 + 1);
    const db = await created.open();
    expect(await db.all('SELECT tablename FROM pg_tables WHERE schemaname = current_schema()')).toEqual([]);
    await db.close();
    expect(await contentOf(source)).toEqual(before);
  });

  test('is the same in PostgreSQL, sends there what waited, once, and does not start where it was', async () => {
    const moved = await json('--from', source, '--to', created.url);
    expect(moved).toMatchObject({ exitCode: 0, ok: true, dryRun: false });
    expect(moved.rows).toBeGreaterThan(60);
    await expect(startTestServer({ config: { dataDir: source } })).rejects.toThrow(
      /was moved to postgres:.* Start it there.*posthorn move --unmark/,
    );
    const again = await json('--from', source, '--to', join(folder, 'other'));
    expect([again.exitCode, again.error]).toEqual([1, expect.stringContaining('was moved to')]);
    expect(existsSync(join(folder, 'other'))).toBe(false);

    const back = join(folder, 'back');
    const copied = await json('--from', created.url, '--to', back);
    expect(copied).toMatchObject({ exitCode: 0, ok: true });
    expect(copied.tables).toEqual(moved.tables);
    expect(await contentOf(back)).toEqual(before);
    expect((await json('--unmark', created.url)).unmarked).toContain(created.name);

    const server = await start({ dataDir: source, database: created.url });
    expect(await ask(server)).toEqual(responses);
    await server.call('PATCH', '/app/acme/endpoint/e', { paused: false });
    const all = ODD_TEXTS.length * 2 + 1;
    await receiver.arrived(all);
    const next = await server.call('POST', '/app/acme/msg', { eventType: 'invoice.paid', payload: {} });
    expect(next.status).toBe(202);
    await receiver.arrived(all + 1);
    expect(receiver.arrivals.map(({ body }) => body.toString())).toEqual([
      ...ODD_TEXTS,
      ...ODD_TEXTS,
      '{"n":1}',
      '{}',
    ]);
    const ids = receiver.arrivals.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(all + 1);
  });
});
