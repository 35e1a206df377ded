import { beforeEach, expect, test } from 'vitest';
import { createApplicationStore } from '../../../src-server/storage/application-store';
import type { Database } from '../../../src-server/storage/database';
import { type EndpointContent, PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';
import { createEndpointStore } from '../../../src-server/storage/endpoint-store';
import { createIdempotencyStore } from '../../../src-server/storage/installation/idempotency-store';
import { createMessageWriter } from '../../../src-server/storage/messages/message-store';
import type { NewMessage } from '../../../src-server/storage/new-message';
import { createApplicationVersionStore } from '../../../src-server/storage/postgres/application-version-store';
import { describePostgres } from '../../support/engines';
import { PLAIN_APPLICATION } from '../../support/plain-application';
import { plainMessage } from '../../support/plain-message';
import { createPostgres } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';

const ENDPOINT: EndpointContent = { ...PLAIN_ENDPOINT, url: 'http://127.0.0.1:1/', secret: 'whsec_x' };
const HOURS_12 = 12 * 3_600_000;

describePostgres('messages accepted on several nodes of one database', () => {
  const created = startedForEach(createPostgres);
  /** Two nodes. */
  const db = startedForEach(() => created.open());
  const other = startedForEach(() => created.open());

  beforeEach(async () => {
    await createApplicationStore(db).insert('app_1', PLAIN_APPLICATION, 1);
    await createEndpointStore(db).insert('ep_1', 'app_1', ENDPOINT, 1);
  });

  const message = (id: string, extra: Partial<NewMessage> = {}) =>
    plainMessage(id, { endpointIds: ['ep_1'], ...extra });
  const withKey = (id: string, key: string, now = 5): NewMessage =>
    message(id, {
      responseToKeep: () => ({ keyHash: key, requestHash: 'r', status: 202, body: `"${id}"`, now }),
    });
  const version = () => createApplicationVersionStore(db).read('app_1');
  const storedIds = async () =>
    (await db.all<{ id: string }>('SELECT id FROM message ORDER BY id')).map(({ id }) => id);
  const kindsOf = async (...results: Promise<{ kind: string }>[]) =>
    (await Promise.all(results)).map(({ kind }) => kind);

  test('a change of who gets the messages of an application raises its version, nothing else does', async () => {
    const endpoints = createEndpointStore(db);
    const change = async (part: Partial<EndpointContent>) => {
      const before = await version();
      await endpoints.update('ep_1', 2, (current) => ({ ...current, ...part }));
      return (await version()) - before;
    };
    expect(await change({ filterTypes: ['a'] })).toBe(1);
    expect(await change({ filterGroups: ['a'] })).toBe(1);
    expect(await change({ channels: ['a'] })).toBe(1);
    expect(await change({ url: 'http://127.0.0.1:2/', rateLimit: 5, paused: true, description: 'x' })).toBe(
      0,
    );
    const before = await version();
    await db.write((tx) => tx.run('UPDATE endpoint SET failing_since = 1, failing_marked_at = 1'));
    expect(await version()).toBe(before);
    await createApplicationStore(db).update('app_1', 2, (current) => ({ ...current, name: 'B' }));
    expect(await version()).toBe(before + 1);
    await endpoints.insert('ep_2', 'app_1', ENDPOINT, 3);
    expect(await version()).toBe(before + 2);
    await endpoints.delete('ep_2', 4);
    expect(await version()).toBe(before + 3);
    await createApplicationStore(db).delete('app_1', 5);
    expect(await version()).toBe(before + 4);
    expect(await createApplicationVersionStore(db).read('app_none')).toBe(0);
  });

  test('a message matched to an older version leaves nothing behind', async () => {
    const matchedTo = await version();
    await createEndpointStore(other).insert('ep_2', 'app_1', ENDPOINT, 2);
    const writer = createMessageWriter(db);
    const stale = { ...withKey('msg_1', 'k'), configVersion: matchedTo };
    expect(
      await kindsOf(
        writer.insert(stale),
        writer.insert(message('msg_2', { configVersion: matchedTo + 1 })),
        writer.insert(message('msg_3')),
      ),
    ).toEqual(['stale', 'stored', 'stored']);
    expect(await storedIds()).toEqual(['msg_2', 'msg_3']);
    expect(await createIdempotencyStore(db).find('k', 0)).toBeUndefined();
    expect(await db.all('SELECT DISTINCT message_id FROM delivery ORDER BY 1')).toEqual([
      { message_id: 'msg_2' },
      { message_id: 'msg_3' },
    ]);
  });

  test('a change that commits while a message is being stored comes before it', async () => {
    const matchedTo = await version();
    const writer = createMessageWriter(db);
    const deleting = await holdOpen(other, 'UPDATE endpoint SET deleted_at = 1');
    const storing = writer.insert(message('msg_1', { configVersion: matchedTo }));
    await expect.poll(() => db.all(WAITING)).toHaveLength(1);
    await deleting.commit();
    expect((await storing).kind).toBe('stale');
    expect(await storedIds()).toEqual([]);
  });

  test('a message that was stored counts as stored, although its application has changed since', async () => {
    const given = message('msg_1', { configVersion: await version(), eventId: 'e' });
    const writer = createMessageWriter(db);
    const first = await writer.insert(given);
    await createEndpointStore(other).insert('ep_2', 'app_1', ENDPOINT, 2);
    expect(await writer.insert(given)).toEqual(first);
  });

  test('of two nodes that are given the same key at once, one stores its message', async () => {
    for (let n = 0; n < 20; n++) {
      const kinds = await kindsOf(
        createMessageWriter(db).insert(withKey(`msg_${n}_a`, `k${n}`)),
        createMessageWriter(other).insert(withKey(`msg_${n}_b`, `k${n}`)),
      );
      expect(kinds.sort()).toEqual(['repeated-key', 'stored']);
    }
    const rows = await db.all<{ body: string }>('SELECT body FROM idempotent_answer');
    expect(rows.map(({ body }) => JSON.parse(body)).sort()).toEqual(await storedIds());
  });

  test('a key that another node is just storing is waited for, and the others of the batch are stored', async () => {
    const storing = await holdOpen(
      other,
      `INSERT INTO idempotent_answer VALUES ('k', 'r', 202, '"first"', 5)`,
    );
    const writer = createMessageWriter(db);
    const both = kindsOf(writer.insert(withKey('msg_1', 'k')), writer.insert(withKey('msg_2', 'l')));
    await expect.poll(() => db.all(WAITING)).toHaveLength(1);
    await storing.commit();
    expect(await both).toEqual(['repeated-key', 'stored']);
    expect(await storedIds()).toEqual(['msg_2']);
  });

  test('an ordered endpoint gets messages as they were accepted, although the clock of a node is behind', async () => {
    await createEndpointStore(db).insert('ep_2', 'app_1', { ...ENDPOINT, ordered: true }, 2);
    const accept = (node: Database, id: string, createdAt: number, deliverAt?: number) =>
      createMessageWriter(node).insert(
        plainMessage(id, { endpointIds: ['ep_1', 'ep_2'], createdAt, deliverAt }),
      );
    await accept(db, 'msg_scheduled', 5000, 90_000);
    await accept(db, 'msg_soon', 5000, 5500);
    await accept(db, 'msg_1', 5020);
    await accept(other, 'msg_2', 5003);
    await accept(other, 'msg_3', 5004);
    await accept(db, 'msg_4', 5030);
    await accept(other, 'msg_before', 5010, 89_990);
    const dueAt = async (endpointId: string) => {
      const rows = await db.all<{ id: string; due: number }>(
        'SELECT message_id AS id, due_at AS due FROM delivery WHERE endpoint_id = ? ORDER BY due_at, id',
        [endpointId],
      );
      return rows.map(({ id, due }) => `${id} ${due}`);
    };
    expect(await dueAt('ep_2')).toEqual([
      'msg_1 5020',
      'msg_2 5020',
      'msg_3 5020',
      'msg_4 5030',
      'msg_soon 5500',
      'msg_before 89990',
      'msg_scheduled 90000',
    ]);
    expect((await dueAt('ep_1'))[0]).toBe('msg_2 5003');
  });

  test('a key is free again after twelve hours', async () => {
    const writer = createMessageWriter(db);
    await writer.insert(withKey('msg_1', 'k', 5));
    expect(
      await kindsOf(
        writer.insert(withKey('msg_2', 'k', HOURS_12 + 4)),
        writer.insert(withKey('msg_3', 'k2')),
      ),
    ).toEqual(['repeated-key', 'stored']);
    expect((await writer.insert(withKey('msg_4', 'k', HOURS_12 + 5))).kind).toBe('stored');
    expect((await createIdempotencyStore(db).find('k', 5))?.body).toBe('"msg_4"');
  });

  test('an event id that another node stores at the same moment is repeated, not unsettled', async () => {
    for (let n = 0; n < 20; n++) {
      const kinds = await kindsOf(
        createMessageWriter(db).insert(message(`msg_${n}_a`, { eventId: `e${n}` })),
        createMessageWriter(other).insert(message(`msg_${n}_b`, { eventId: `e${n}` })),
      );
      expect(kinds.sort()).toEqual(['repeated-event-id', 'stored']);
    }
  });

  test('a message and changes that wait for each other are all stored', async () => {
    await createApplicationStore(db).insert('app_2', PLAIN_APPLICATION, 1);
    const renaming = await holdOpen(other, `UPDATE application SET name = 'B' WHERE id = 'app_2'`);
    const writer = createMessageWriter(db);
    // It holds the version of the first and waits for that of the second.
    const storing = kindsOf(
      writer.insert(message('msg_1', { configVersion: await version() })),
      writer.insert(message('msg_2', { configVersion: 1, appId: 'app_2', endpointIds: [] })),
    );
    await expect.poll(() => db.all(WAITING)).toHaveLength(1);
    await renaming.commit(`UPDATE application SET name = 'B' WHERE id = 'app_1'`);
    expect(await storing).toEqual([
      expect.stringMatching('stored|stale'),
      expect.stringMatching('stored|stale'),
    ]);
    expect(await db.all(`SELECT id FROM application WHERE name = 'B'`)).toHaveLength(2);
  });

  test('a transaction raises the version once, however many endpoints it changes', async () => {
    await db.write((tx) =>
      tx.run(
        `INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at)
         SELECT 'ep_' || n, 'app_1', 'http://127.0.0.1:1/', 'whsec_x', 1, 1 FROM generate_series(2, 5000) AS n`,
      ),
    );
    const before = await version();
    await createApplicationStore(db).delete('app_1', 2);
    expect(await version()).toBe(before + 1);
  });
});

/** Statements that wait for another transaction in this database. */
const WAITING = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** A transaction that has run a statement, and commits when it is told to, after another one if that is given. */
async function holdOpen(db: Database, statement: string) {
  let end = (_last?: string) => {};
  const ending = new Promise<string | undefined>((resolve) => {
    end = resolve;
  });
  let written: Promise<void> = Promise.resolve();
  await new Promise<void>((begun) => {
    written = db.write(async (tx) => {
      await tx.run(statement);
      begun();
      const last = await ending;
      if (last !== undefined) await tx.run(last);
    });
  });
  return {
    commit(last?: string) {
      end(last);
      return written;
    },
  };
}
