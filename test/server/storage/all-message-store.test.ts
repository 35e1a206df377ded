import { beforeAll, expect, test } from 'vitest';
import { SEARCH_EXAMINED_MAX } from '../../../src-server/contract/limits';
import { timeOfId } from '../../../src-server/contract/time-of-id';
import type { Database } from '../../../src-server/storage/database';
import {
  type AllMessageRequest,
  createAllMessageStore,
} from '../../../src-server/storage/messages/all-message-store';
import { createOutcomeStore } from '../../../src-server/storage/messages/outcome-store';
import { describeEngines } from '../../support/engines';
import { startedOnce } from '../../support/started';

describeEngines('messages of all applications', (engine) => {
  const MESSAGES = 2.5 * SEARCH_EXAMINED_MAX;
  /** Every so many messages are of the type that is searched for. */
  const RARE = 1751;
  /** Payloads of the newest messages, each of this size. */
  const LARGE = 80;
  const LARGE_BYTES = 1024 * 1024;

  const db = startedOnce(engine.create);

  beforeAll(async () => {
    const payload = engine.name === 'SQLite' ? 'TEXT' : 'BYTEA';
    /** An id of 31 characters that ends in the number `n`. */
    const id = (prefix: string) => `'${prefix.padEnd(23, '0')}' || substr(CAST(100000000 + n AS TEXT), 2)`;
    await db.write(async (tx) => {
      await tx.run(`INSERT INTO application (id, name, created_at, updated_at)
      VALUES ('app_1', 'Many', 0, 0), ('app_2', 'Large', 0, 0)`);
      await tx.run(
        `INSERT INTO application (id, name, created_at, updated_at, deleted_at) VALUES ('app_3', 'Gone', 0, 0, 1)`,
      );
      await tx.run(`INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at)
      VALUES ('ep_1', 'app_1', '', '', 0, 0)`);
      await tx.run(
        `WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < ? - 1)
       INSERT INTO message (id, app_id, event_type, event_id, payload, created_at)
       SELECT ${id('msg_')}, 'app_1', CASE WHEN n % ? = 0 THEN 'rare' ELSE 'common' END, 'event-' || n, '{}', n
       FROM number`,
        [MESSAGES, RARE],
      );
      await tx.run(
        `INSERT INTO delivery (message_id, endpoint_id, state, due_at, finished_at)
       SELECT id, 'ep_1', CASE event_type WHEN 'rare' THEN 'failed' ELSE 'delivered' END, NULL, 1 FROM message`,
      );
      await tx.run(
        `WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < ? - 1)
       INSERT INTO message (id, app_id, event_type, payload, created_at)
       SELECT ${id('msg_z')}, 'app_2', 'large', CAST(? AS ${payload}), n FROM number`,
        [LARGE, `{"a":"${'0'.repeat(LARGE_BYTES)}"}`],
      );
      await tx.run(
        `WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 5999)
       INSERT INTO message (id, app_id, event_type, created_at)
       SELECT ${id('msg_zz')}, 'app_3', 'gone', n FROM number`,
      );
    });
  });
  const REQUEST = { appId: 'app_1', terms: [], inPayload: false, byId: false } satisfies AllMessageRequest;

  /** Every page of a search, and the most rows that one statement returned. */
  async function searchAll(request: AllMessageRequest) {
    let mostRows = 0;
    let statements = 0;
    const store = createAllMessageStore(
      {
        ...db,
        lists: {
          ...db.lists,
          all: async <T>(sql: string, params?: Parameters<Database['all']>[1]) => {
            statements += 1;
            const rows = await db.lists.all<T>(sql, params);
            mostRows = Math.max(mostRows, rows.length);
            return rows;
          },
        },
      },
      createOutcomeStore(db),
    );
    const pages: Awaited<ReturnType<typeof store.search>>[] = [];
    for (let iterator: string | undefined; ; ) {
      const page = await store.search({ ...request, ...(iterator ? { iterator } : {}) });
      pages.push(page);
      if (page.done)
        return {
          pages,
          mostRows,
          statements,
          ids: pages.flatMap(({ messages }) => messages.map(({ id }) => id)),
        };
      iterator = page.iterator ?? undefined;
    }
  }

  const rare = Array.from(
    { length: Math.ceil(MESSAGES / RARE) },
    (_, n) => `msg_${String(n * RARE).padStart(27, '0')}`,
  ).reverse();

  test.each<[string, Partial<AllMessageRequest>]>([
    ['a type', { eventType: 'rare' }],
    ['a word', { terms: ['rar'] }],
    ['a word, also in payloads', { terms: ['rar'], inPayload: true }],
    ['a state', { state: 'failed' }],
  ])(
    'a search for %s finds each message once, a bounded number of messages at a time',
    async (_what, query) => {
      const { pages, mostRows, ids } = await searchAll({ ...REQUEST, ...query });
      expect(ids).toEqual(rare);
      const most = query.state === undefined ? SEARCH_EXAMINED_MAX : SEARCH_EXAMINED_MAX / 2;
      expect(pages.slice(0, -1).map(({ examined }) => examined)).toEqual(
        Array(Math.floor(MESSAGES / most)).fill(most),
      );
      expect(mostRows).toBeLessThanOrEqual(1000);
    },
  );

  test('a page that is full ends the search, and the next one goes on behind its last message', async () => {
    const { pages, ids } = await searchAll({ ...REQUEST, eventType: 'rare', limit: 2 });
    expect(ids).toEqual(rare);
    expect(pages[0]?.messages).toHaveLength(2);
    expect(pages[0]?.iterator).toBe(rare[1]);
  });

  test('a search that finds nothing says how far it looked, and where to go on', async () => {
    const store = createAllMessageStore(db, createOutcomeStore(db));
    const page = await store.search({ ...REQUEST, terms: ['nothing', 'like', 'it'] });
    const lowest = `msg_${String(MESSAGES - SEARCH_EXAMINED_MAX).padStart(27, '0')}`;
    expect(page).toEqual({ messages: [], iterator: lowest, done: false, examined: SEARCH_EXAMINED_MAX });
  });

  test('a page reads at most 32 MiB of payloads, 4 MiB in one statement', async () => {
    const { pages, mostRows, ids } = await searchAll({
      ...REQUEST,
      appId: 'app_2',
      terms: ['00000'],
      inPayload: true,
      limit: 250,
    });
    expect(ids).toHaveLength(LARGE);
    expect(pages[0]?.examined).toBeLessThanOrEqual(33);
    expect(pages.length).toBeGreaterThanOrEqual(LARGE / 33);
    expect(mostRows).toBeLessThanOrEqual(LARGE);
  });

  test('a page without a search reads no more messages than it shows', async () => {
    const { pages } = await searchAll({ ...REQUEST, appId: 'app_2', limit: 50 });
    expect(pages[0]?.examined).toBe(51);
  });

  test('messages of a deleted application are passed over in a few statements', async () => {
    const { appId: _any, ...everywhere } = REQUEST;
    const { statements, ids } = await searchAll({ ...everywhere, after: lowestTime('msg_z'), limit: 250 });
    expect(ids).toHaveLength(LARGE);
    expect(statements).toBeLessThan(24); // of 6,000 messages
  });

  test.runIf(engine.name === 'SQLite').each<Partial<AllMessageRequest>>([{}, { eventType: 'rare' }])(
    'the messages of a trace are found by its index, and nothing leads through those between them: %j',
    async (query) => {
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
      const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
      await db.write((tx) =>
        tx.run(`UPDATE message SET traceparent = ? WHERE event_type = 'rare'`, [traceparent]),
      );
      const steps: string[] = [];
      const explained = async (sql: string, params: Parameters<Database['all']>[1] = []) => {
        const plan = await db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
        steps.push(...plan.map(({ detail }) => detail));
      };
      const lists: Database['lists'] = {
        all: (sql, params) => explained(sql, params).then(() => db.lists.all(sql, params)),
        get: (sql, params) => explained(sql, params).then(() => db.lists.get(sql, params)),
      };
      const countByMessage = async () => new Map();
      const store = createAllMessageStore({ ...db, lists }, { countByMessage });
      const { messages } = await store.search({ ...REQUEST, terms: [traceId], ...query });
      expect(messages.map(({ id }) => id)).toEqual(rare);
      expect(steps.filter((step) => /^SEARCH message USING .*INDEX message_trace /.test(step))).toHaveLength(
        2,
      );
      const through = /TEMP B-TREE|^SCAN message|INDEX (message_app|sqlite\w+) .*id[<>]/;
      expect(steps.filter((step) => through.test(step))).toEqual([]);
    },
  );

  /** A time before all ids that begin so. */
  function lowestTime(prefix: string): number {
    return timeOfId(`${prefix}${'0'.repeat(27 - prefix.length + 4)}`);
  }
});
