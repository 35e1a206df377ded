import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { lowestId } from '../../../src-server/base/id';
import type { ListResponse } from '../../../src-server/contract/list';
import type { Database } from '../../../src-server/storage/database';
import { createAttemptStore } from '../../../src-server/storage/messages/attempt-store';
import { createMessageArchive } from '../../../src-server/storage/messages/message-archive';
import { createOutcomeStore } from '../../../src-server/storage/messages/outcome-store';
import type { TimelineRequest } from '../../../src-server/storage/timeline';
import { describeEngines } from '../../support/engines';
import { share } from '../../support/share';
import { startedOnce } from '../../support/started';

const BEGIN_MS = 1_700_000_000_000;

describeEngines('windows of a timeline', (engine) => {
  const db = startedOnce(engine.create);

  beforeAll(async () => {
    await db.write(async (tx) => {
      await tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 0, 0)`);
      await tx.run(`INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at)
      VALUES ('ep_1', 'app_1', '', '', 0, 0)`);
    });
  });
  const numberOf = (n: number) => String(n).padStart(3, '0');
  /** An id of that time; those of the same time are in the order of their numbers. */
  const idOf = (prefix: 'msg_' | 'atmpt_', at: number, n: number) =>
    lowestId(prefix, at).slice(0, -3) + numberOf(n);

  /** Replaces what is stored by a message, delivered with one attempt, at each of these times. */
  async function store(timesMs: readonly number[]): Promise<void> {
    await db.write(async (tx) => {
      for (const table of ['attempt', 'delivery', 'message']) await tx.run(`DELETE FROM ${table}`);
      for (const [n, at] of timesMs.entries()) {
        const message = idOf('msg_', at, n);
        await tx.run(`INSERT INTO message (id, app_id, event_type, created_at) VALUES (?, 'app_1', 'a', ?)`, [
          message,
          at,
        ]);
        await tx.run(
          `INSERT INTO delivery (id, message_id, endpoint_id, state, finished_at, attempt_count)
         VALUES (?, ?, 'ep_1', 'delivered', ?, 1)`,
          [n + 1, message, at],
        );
        await tx.run(
          `INSERT INTO attempt (id, delivery_id, message_id, endpoint_id, url, succeeded, response_status_code, response,
           response_duration_ms, manual, created_at)
         VALUES (?, ?, ?, 'ep_1', '', 1, 200, '', 1, 0, ?)`,
          [idOf('atmpt_', at, n), n + 1, message, at],
        );
      }
    });
  }

  type ReadList = (request: TimelineRequest) => Promise<ListResponse<string>>;

  const listsOf = (database: Database): Record<string, ReadList> => ({
    messages: async (request) => {
      const page = await createMessageArchive(database).list('app_1', { ...request, withContent: false });
      return { ...page, data: page.data.map(({ id }) => id.slice(-3)) };
    },
    attempts: async (request) => {
      const filter = { ...request, endpointId: 'ep_1', withContent: false };
      const page = await createAttemptStore(database).list('app_1', filter);
      return { ...page, data: page.data.map(({ id }) => id.slice(-3)) };
    },
    'attempted messages': async (request) => {
      const page = await createOutcomeStore(database).listMessages('app_1', 'ep_1', {
        ...request,
        withContent: false,
      });
      return { ...page, data: page.data.map(({ message }) => message.id.slice(-3)) };
    },
  });
  const lists = listsOf(db);

  /** Every page from the newest to the end of the list, by `iterator`. */
  async function pagesToOlder(read: ReadList, request: TimelineRequest): Promise<ListResponse<string>[]> {
    const pages = [await read(request)];
    for (let last = pages[0]; last && !last.done; pages.push(last)) {
      last = await read({ ...request, iterator: last.iterator });
    }
    return pages;
  }

  /** Every page before this one, by `prevIterator`, in the order of the list. */
  async function pagesToNewer(
    read: ReadList,
    request: TimelineRequest,
    from: ListResponse<string> | undefined,
  ): Promise<ListResponse<string>[]> {
    const pages: ListResponse<string>[] = [];
    for (let page = from; page?.prevIterator !== undefined; ) {
      page = await read({ ...request, iterator: page.prevIterator });
      pages.unshift(page);
      if (page.done) break;
    }
    return pages;
  }

  const rowsOf = (pages: readonly ListResponse<string>[]) => pages.flatMap(({ data }) => data);

  /** Steps of 0 ms too: several things happen in the same millisecond. */
  const timeline = fc
    .array(fc.integer({ min: 0, max: 2 }), { maxLength: 12 })
    .map((stepsMs) =>
      stepsMs.map((_step, n) => BEGIN_MS + 1 + stepsMs.slice(0, n + 1).reduce((sum, ms) => sum + ms)),
    );
  const instant = fc.integer({ min: BEGIN_MS, max: BEGIN_MS + 21 });
  const LIMITS = [1, 2, 3, 4, 5];

  /** What is inside the window, newest first. */
  function inside(timesMs: readonly number[], { before = Infinity, after = 0 }: TimelineRequest): string[] {
    return timesMs.flatMap((at, n) => (at < before && at > after ? [numberOf(n)] : [])).reverse();
  }

  test.each(Object.keys(lists))(
    'a window of %s shows each of its rows once, in either direction',
    async (name) => {
      const read = lists[name] as ReadList;
      await fc.assert(
        fc.asyncProperty(timeline, instant, instant, async (timesMs, before, after) => {
          await store(timesMs);
          const windows = [{}, { before }, { after }, { before, after }];
          for (const request of windows.flatMap((window) => LIMITS.map((limit) => ({ ...window, limit })))) {
            const expected = inside(timesMs, request);
            const down = await pagesToOlder(read, request);
            expect(rowsOf(down)).toEqual(expected);
            const last = down.at(-1);
            const up = await pagesToNewer(read, request, last);
            expect([...rowsOf(up), ...(last?.data ?? [])]).toEqual(expected);
          }
        }),
        { numRuns: share(20) },
      );
    },
  );

  test.each(Object.keys(lists))(
    'a page of %s within a window says once where its index begins and ends',
    async (name) => {
      await store([BEGIN_MS, BEGIN_MS + 1]);
      const statements: string[] = [];
      const all: Database['lists']['all'] = (sql, params) => {
        statements.push(sql);
        return db.lists.all(sql, params);
      };
      const read = listsOf({ ...db, lists: { ...db.lists, all } })[name] as ReadList;
      const window = { before: BEGIN_MS + 9, after: BEGIN_MS };
      const { iterator } = await read({ ...window, limit: 1 });
      await read({ ...window, iterator });
      await read({ ...window, iterator: `-${iterator}` });
      // Of two conditions for one end, SQLite takes the first, which is the end of the window, however far the page is.
      for (const sql of statements)
        for (const end of [/id <=? \?/g, /id >=? \?/g])
          expect(sql.match(end)?.length ?? 0, sql).toBeLessThan(2);
      expect(statements.length).toBeGreaterThan(6);
    },
  );
});
