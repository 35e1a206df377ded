import { beforeAll, expect, test } from 'vitest';
import { LIST_EXAMINED_MAX } from '../../../src-server/contract/limits';
import type { ListResponse } from '../../../src-server/contract/list';
import { createAllEndpointStore } from '../../../src-server/storage/messages/all-endpoint-store';
import { createAttemptStore } from '../../../src-server/storage/messages/attempt-store';
import { createMessageArchive } from '../../../src-server/storage/messages/message-archive';
import { createOutcomeStore } from '../../../src-server/storage/messages/outcome-store';
import { describeEngines } from '../../support/engines';
import { startedOnce } from '../../support/started';

/** More than one page examines, and not a whole number of pages. */
const STORED = LIST_EXAMINED_MAX + 1234;
const numberOf = (n: number) => String(n).padStart(6, '0');

describeEngines('lists with a filter', (engine) => {
  const db = startedOnce(engine.create);

  // Nothing is of type `rare`, with a failed attempt, but the oldest message and the newest.
  beforeAll(async () => {
    const { engine: name } = db.dialect;
    const numbers =
      name === 'SQLite'
        ? `(WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ${STORED - 1}) SELECT n FROM n)`
        : `(SELECT generate_series(0, ${STORED - 1}) AS n)`;
    const padded = name === 'SQLite' ? `printf('%06d', n)` : `lpad(n::text, 6, '0')`;
    const isRare = `n IN (0, ${STORED - 1})`;
    await db.write(async (tx) => {
      await tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 0, 0)`);
      await tx.run(`INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at)
        VALUES ('ep_1', 'app_1', '', '', 0, 0)`);
      await tx.run(`INSERT INTO message (id, app_id, event_type, created_at)
        SELECT 'msg_' || ${padded}, 'app_1', CASE WHEN ${isRare} THEN 'rare' ELSE 'common' END, n FROM ${numbers} AS n`);
      await tx.run(`INSERT INTO delivery (id, message_id, endpoint_id, state, finished_at, attempt_count)
        SELECT n + 1, 'msg_' || ${padded}, 'ep_1', CASE WHEN ${isRare} THEN 'failed' ELSE 'delivered' END, n, 1
        FROM ${numbers} AS n`);
      await tx.run(`INSERT INTO attempt (id, delivery_id, message_id, endpoint_id, url, succeeded,
          response_status_code, response, response_duration_ms, manual, created_at)
        SELECT 'atmpt_' || ${padded}, n + 1, 'msg_' || ${padded}, 'ep_1', '',
          CASE WHEN ${isRare} THEN 0 ELSE 1 END, 200, '', 1, 0, n
        FROM ${numbers} AS n`);
    });
  });

  interface Wanted {
    readonly iterator?: string | null;
  }
  const ofEndpoint = { endpointId: 'ep_1', withContent: false };
  const lists: readonly (readonly [string, (wanted: Wanted) => Promise<ListResponse<string>>])[] = [
    [
      'messages of a type',
      async (wanted) => {
        const filter = { ...wanted, eventTypes: ['rare'], withContent: false };
        return idsOf(await createMessageArchive(db).list('app_1', filter), ({ id }) => id);
      },
    ],
    [
      'attempts that failed',
      async (wanted) => {
        const filter = { ...wanted, ...ofEndpoint, succeeded: false };
        return idsOf(await createAttemptStore(db).list('app_1', filter), ({ messageId }) => messageId);
      },
    ],
    [
      'attempts of a type',
      async (wanted) => {
        const filter = { ...wanted, ...ofEndpoint, eventTypes: ['rare'] };
        return idsOf(await createAttemptStore(db).list('app_1', filter), ({ messageId }) => messageId);
      },
    ],
    [
      'messages of an endpoint in a state',
      async (wanted) => {
        const filter = { ...wanted, states: ['failed' as const], withContent: false };
        const page = await createOutcomeStore(db).listMessages('app_1', 'ep_1', filter);
        return idsOf(page, ({ message }) => message.id);
      },
    ],
  ];
  function idsOf<T>(page: ListResponse<T>, idOf: (row: T) => string): ListResponse<string> {
    return { ...page, data: page.data.map((row) => idOf(row).slice(-6)) };
  }
  const newest = numberOf(STORED - 1);
  const oldest = numberOf(0);

  test.each(lists)(
    'a page of %s examines a bounded number, and its iterator continues there',
    async (_, read) => {
      const first = await read({});
      expect(first).toMatchObject({ data: [newest], done: false });
      const second = await read({ iterator: first.iterator });
      expect(second).toMatchObject({ data: [oldest], done: true });
    },
  );

  test.each(lists)('backwards, a page of %s that found nothing leads to the one before', async (_, read) => {
    const first = await read({});
    // As from the oldest one: the page before it begins there, and ends where it has examined enough.
    const { iterator } = await read({ iterator: first.iterator });
    const before = await read({ iterator: `-${iterator}` });
    expect(before).toMatchObject({ data: [], done: false });
    const newer = await read({ iterator: before.prevIterator ?? null });
    expect(newer).toMatchObject({ data: [newest], done: true });
    expect(await read({ iterator: before.iterator })).toMatchObject({ data: [oldest] });
  });

  test('rows that are gone once their keys were found do not end a list', async () => {
    await db.write(async (tx) => {
      await tx.run(
        `INSERT INTO application (id, name, created_at, updated_at, deleted_at) VALUES ('app_2', 'B', 0, 0, 1)`,
      );
      for (const [id, app] of [
        ['ep_7', 'app_1'],
        ['ep_8', 'app_2'],
        ['ep_9', 'app_2'],
      ] as const)
        await tx.run(
          `INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at) VALUES (?, ?, 'word', '', 0, 0)`,
          [id, app],
        );
    });
    const read = (iterator: string | null) =>
      createAllEndpointStore(db).endpoints({ terms: ['word'], limit: 1, iterator });
    const first = await read(null);
    expect(first).toMatchObject({ data: [], done: false });
    const found: string[] = [];
    for (let page = first; !page.done; ) {
      page = await read(page.iterator);
      found.push(...page.data.map(({ id }) => id));
    }
    expect(found).toEqual(['ep_7']);
  });
});
