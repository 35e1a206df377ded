import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Service } from '../../../src-server/base/lifecycle';
import { createLog } from '../../../src-server/base/log';
import { createNodeChanges } from '../../../src-server/cluster/node/node-changes';
import { createApplicationLookup } from '../../../src-server/http/pipeline/application-lookup';
import { createClusterTables } from '../../../src-server/storage/postgres/cluster-tables';
import { openPostgresChangeLog } from '../../../src-server/storage/postgres/postgres-change-log';
import { openPostgres, type PostgresDatabase } from '../../../src-server/storage/postgres/postgres-database';
import { openStores, type Stores } from '../../../src-server/storage/stores';
import { BeatingCluster } from '../../support/beating-cluster';
import { describePostgres } from '../../support/engines';
import { createPostgres } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';

/** What a node has in memory of the database, kept up to date after its beats. */
interface Node {
  readonly db: PostgresDatabase;
  readonly stores: Stores;
  readonly lookup: ReturnType<typeof createApplicationLookup>;
  readonly cluster: BeatingCluster;
  readonly feed: Service;
  /** What its parts were told to read again, and its watchers to show. */
  readonly reported: string[];
}

async function startNode(url: string): Promise<Node> {
  const db = await openPostgres(url);
  const changes = await openPostgresChangeLog(db.connect);
  const stores = await openStores(db, async () => () => undefined, (() => undefined) as never);
  const lookup = createApplicationLookup(stores.applications);
  const cluster = new BeatingCluster();
  const reported: string[] = [];
  const note = (text: string) => () => void reported.push(text);
  const feed = createNodeChanges({
    cluster,
    changes,
    stores,
    lookup,
    log: createLog('silent'),
    sending: {
      tasks: {
        noticed: async (ids: ReadonlySet<string> | 'all') => void reported.push(`tasks ${[...ids].join()}`),
      } as never,
      delivery: { sendingChanged: note('hold or go on'), consentRevoked: note('close connections') },
    },
    reloadApplication: async (id) => void reported.push(`reload ${id}`),
    applicationIds: async () => ['app_1', 'app_2'],
    catalog: {
      catalogOutdated: note('make pages'),
      onSettingsChanged: note('make pages for settings'),
      flagReleases: { wake: async () => void reported.push('look at releases') },
    },
    tell: (news) => void reported.push(`show ${news.kind}`),
  });
  await feed.start();
  return { db, stores, lookup, cluster, feed, reported };
}

const HASH = 'a'.repeat(64);
const application = { uid: null, name: 'Old', rateLimit: null, metadata: {} };
const consent = { id: 'tc_1', kind: 'host', target: 'inside.test', note: '', createdAt: 1 } as const;

describePostgres('two nodes on one database', () => {
  const created = startedForEach(createPostgres);
  let a: Node;
  let b: Node;

  beforeEach(async () => {
    const db = await openPostgres(created.url);
    await createClusterTables(db);
    await db.close();
    [a, b] = [await startNode(created.url), await startNode(created.url)];
    for (const node of [a, b]) await node.cluster.beat();
    for (const node of [a, b]) node.reported.length = 0;
  });
  afterEach(async () => {
    for (const { feed, db } of [a, b]) {
      await feed.stop();
      await db.close();
    }
  });

  test('a setting changed through one acts there at once, and on the other after its next beat', async () => {
    await a.stores.settings.update({ displayName: 'Ours' }, () => undefined);
    expect(a.stores.settings.current().displayName).toBe('Ours');
    expect(b.stores.settings.current().displayName).toBeNull();
    await b.cluster.beat();
    expect(b.stores.settings.current().displayName).toBe('Ours');
    expect(b.reported).toEqual(['make pages for settings']);
  });

  test('two settings changed through two nodes are both kept', async () => {
    await a.stores.settings.update({ displayName: 'Ours' }, () => undefined);
    await b.stores.settings.update({ readOnly: true }, () => undefined);
    for (const node of [a, b]) {
      await node.cluster.beat();
      expect(node.stores.settings.current()).toMatchObject({ displayName: 'Ours', readOnly: true });
    }
  });

  test('a pause of all sending, and its end, reach the other one, and whoever watches there', async () => {
    await a.stores.sendingPause.set(5);
    await b.cluster.beat();
    expect(b.stores.sendingPause.since()).toBe(5);
    expect(b.reported).toEqual(['hold or go on', 'show sending-changed']);
    await b.stores.sendingPause.set(null);
    await a.cluster.beat();
    expect(a.stores.sendingPause.since()).toBeNull();
  });

  test('a consent counts on both, and its withdrawal closes what is open on both', async () => {
    expect(await a.stores.targetConsents.insert(consent)).toBe(true);
    await b.cluster.beat();
    expect(b.stores.targetConsents.current()).toEqual([consent]);
    expect(await b.stores.targetConsents.delete('tc_1')).toBe(true);
    await a.cluster.beat();
    expect(a.stores.targetConsents.current()).toEqual([]);
    expect(a.reported).toContain('close connections');
  });

  test('a file of the look is the same on both, and gone on both', async () => {
    const logo = {
      kind: 'logo',
      mediaType: 'image/png',
      hash: HASH,
      content: new Uint8Array([1, 0, 2]),
    } as const;
    await a.stores.lookFiles.put(logo);
    expect(a.stores.lookFiles.get('logo')).toMatchObject({ hash: HASH });
    await b.cluster.beat();
    expect(b.stores.lookFiles.get('logo')).toMatchObject({ hash: HASH });
    await b.stores.lookFiles.delete('logo');
    expect(b.stores.lookFiles.get('logo')).toBeUndefined();
    await a.cluster.beat();
    expect(a.stores.lookFiles.get('logo')).toBeUndefined();
  });

  test("the portal's texts in a language are the same on both, and gone on both", async () => {
    await a.stores.portalTexts.put('fr', { 'a.b': 'Bonjour' }, () => undefined);
    expect(a.stores.portalTexts.current().get('fr')?.texts).toEqual({ 'a.b': 'Bonjour' });
    await b.cluster.beat();
    expect(b.stores.portalTexts.current()).toEqual(a.stores.portalTexts.current());
    const seen: unknown[] = [];
    await b.stores.portalTexts.put('de', {}, (...found) => void seen.push(found));
    expect(await b.stores.portalTexts.delete('fr', (...found) => void seen.push(found))).toBe(true);
    expect(await b.stores.portalTexts.delete('fr', () => undefined)).toBe(false);
    expect(seen).toEqual([
      [null, 1],
      [{ 'a.b': 'Bonjour' }, 1],
    ]);
    await a.cluster.beat();
    expect([...a.stores.portalTexts.current().keys()]).toEqual(['de']);
  });

  test('an application is looked up anew, read into the engine and shown to watchers after it changed', async () => {
    await a.stores.applications.insert('app_1', application, 1);
    await b.cluster.beat();
    expect(await b.lookup.get('app_1')).toMatchObject({ name: 'Old' });
    b.reported.length = 0;
    await a.db.write((tx) => tx.run("UPDATE application SET name = 'New' WHERE id = 'app_1'"));
    await b.cluster.beat();
    expect(await b.lookup.get('app_1')).toMatchObject({ name: 'New' });
    expect(b.reported).toEqual(['reload app_1', 'show applications-changed']);
  });

  test('a change of the catalog makes pages anew on both, and watchers on both see it', async () => {
    await a.db.write((tx) =>
      tx.run("INSERT INTO event_type (name, description, created_at, updated_at) VALUES ('a', '', 1, 1)"),
    );
    await b.cluster.beat();
    expect(b.reported).toEqual(['make pages', 'show catalog-changed']);
  });

  test('a task that one of them began is known to the other', async () => {
    await a.stores.taskStore.insert(
      { id: 'qtask_1', task: 'count', appId: null, endpointId: null, arguments: {} },
      1,
    );
    await b.cluster.beat();
    expect(b.reported).toEqual(['tasks qtask_1']);
  });

  test('a node that was taken for dead reads everything again', async () => {
    await b.cluster.rejoin();
    expect(b.reported).toEqual(
      expect.arrayContaining(['reload app_1', 'reload app_2', 'hold or go on', 'make pages']),
    );
  });

  test('a change made here while the settings are read again is not undone by what was read before it', async () => {
    const reloading = a.stores.settings.reload();
    await a.stores.settings.update({ displayName: 'Newer' }, () => undefined);
    await reloading;
    expect(a.stores.settings.current().displayName).toBe('Newer');
  });
});
