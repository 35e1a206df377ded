import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NewId } from '../../../src-server/base/id';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import { createEnvironmentStore } from '../../../src-server/storage/catalog/environment-store';
import { createEventTypeStore } from '../../../src-server/storage/catalog/event-type-store';
import { createEventTypeVersionStore } from '../../../src-server/storage/catalog/event-type-version-store';
import { createFlagSetStore } from '../../../src-server/storage/catalog/flag-set-store';
import type { Database } from '../../../src-server/storage/database';
import { PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import { openSettingStore } from '../../../src-server/storage/installation/setting-store';
import { describePostgres } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { plainEventType } from '../../support/plain-event-type';
import { createPostgres } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';
import { until } from '../../support/until';

describePostgres('changes that several nodes make to the same thing at the same moment', () => {
  const created = startedForEach(createPostgres);
  let nodes: readonly [Database, Database];

  beforeEach(async () => {
    nodes = [await created.open(), await created.open()];
    const [db] = nodes;
    await createApplicationStore(db).insert('app_1', { ...PLAIN_APPLICATION, name: '' }, 1);
    await createEndpointStore(db).insert('ep_1', 'app_1', { ...PLAIN_ENDPOINT, url: '', secret: '' }, 1);
    await createEventTypeStore(db).insert(plainEventType('a.b'), 1);
  });

  afterEach(async () => {
    for (const db of nodes) await db.close();
  });

  /** A letter from each node, ten times. */
  const LETTERS = 'abcdefghijklmnopqrst';
  const changeAll = (change: (db: Database, letter: string) => Promise<unknown>) =>
    Promise.all(Array.from(LETTERS, (letter, n) => change(nodes[n % 2] as Database, letter)));
  const sorted = (text: string | undefined) =>
    Array.from(text ?? '')
      .sort()
      .join('');

  test('are each made to what the one before has left: of an application', async () => {
    await changeAll((db, letter) =>
      createApplicationStore(db).update('app_1', 2, (now) => ({ ...now, name: now.name + letter })),
    );
    expect(sorted((await createApplicationStore(nodes[0]).get('app_1'))?.name)).toBe(LETTERS);
  });

  test('of an endpoint', async () => {
    await changeAll((db, letter) =>
      createEndpointStore(db).update('ep_1', 2, (now) => ({ ...now, description: now.description + letter })),
    );
    expect(sorted((await createEndpointStore(nodes[0]).find('ep_1'))?.description)).toBe(LETTERS);
  });

  test('of an event type, each with a version of its own', async () => {
    await changeAll((db, letter) =>
      createEventTypeStore(db).update('a.b', 2, (now) => ({ ...now, description: now.description + letter })),
    );
    expect(sorted((await createEventTypeStore(nodes[0]).get('a.b'))?.description)).toBe(LETTERS);
    const { data } = await createEventTypeVersionStore(nodes[0]).list('a.b', { limit: 50 });
    expect(data.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, n) => 21 - n));
  });

  test('an import in a state that it names waits for a change of another node, and sees it', async () => {
    const [db, other] = nodes;
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isOpen = () => {};
    const opened = new Promise<void>((resolve) => {
      isOpen = resolve;
    });
    const changed = other.write(async (tx) => {
      await tx.run(`UPDATE event_type SET description = 'theirs' WHERE name = 'a.b'`);
      await tx.run(
        `INSERT INTO event_type_version (name, version, act, description, archived, deprecated, difference, created_at)
         SELECT name, version + 1, 'update', 'theirs', archived, deprecated, difference, created_at
         FROM event_type_version WHERE name = 'a.b'`,
      );
      isOpen();
      await held;
    });
    await opened;
    const seen: string[] = [];
    const imported = createEnvironmentStore(db, await openSettingStore(db)).put(
      {
        eventTypes: [plainEventType('c.d')],
        settings: {},
        flagSets: [],
        remove: { eventTypes: [], flagSets: [] },
        newId: ((prefix: string) => `${prefix}1`) as NewId,
        checkState: ({ catalogTag }) => void seen.push(catalogTag),
      },
      3,
      () => {},
    );
    let isImported = false;
    const ended = imported.then(() => {
      isImported = true;
    });
    await until(
      () => other.all(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'event_type'::regclass`),
      (locks) => isImported || locks.length > 0,
    );
    goOn();
    await Promise.all([changed, ended]);
    const newest = await db.get<{ id: number }>(
      `SELECT max(id) AS id FROM event_type_version WHERE name = 'a.b'`,
    );
    expect(seen).toEqual([expect.stringMatching(new RegExp(`^catalog-${newest?.id}-`))]);
  });

  test('flag sets are those of one of them, whole, and keep the id of their letter', async () => {
    let id = 0;
    const newId = () => `set_${++id}`;
    const replace = (db: Database, name: string) =>
      createFlagSetStore(db).replace(
        {
          flagSets: ['A', name].map((letter) => ({ letter, name, colour: 'sky', featureFlags: [] })),
          newId: newId as NewId,
        },
        () => {},
      );
    const [first] = await replace(nodes[0], 'Z');
    await changeAll((db, letter) => replace(db, letter.toUpperCase() === 'A' ? 'Y' : letter.toUpperCase()));
    const left = await createFlagSetStore(nodes[1]).list();
    expect(left.map(({ letter }) => letter)).toEqual(['A', left[0]?.name]);
    expect(left[0]?.id).toBe(first?.id);
  });
});
