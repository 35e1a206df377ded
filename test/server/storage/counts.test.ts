import { beforeAll, expect, test } from 'vitest';
import { lowestId } from '../../../src-server/base/id';
import { createAttemptStore } from '../../../src-server/storage/messages/attempt-store';
import { COUNT_SLICE_ROWS, countInSlices } from '../../../src-server/storage/messages/count-in-slices';
import { createOutcomeStore } from '../../../src-server/storage/messages/outcome-store';
import { Conditions } from '../../../src-server/storage/timeline';
import { describeEngines } from '../../support/engines';
import { startedOnce } from '../../support/started';

/** More than two slices. Each message has two deliveries, so that a slice ends between them; every other one arrived. */
const MESSAGES = COUNT_SLICE_ROWS + 1235;
/** When they were accepted, a millisecond each. */
const START_MS = 1_700_000_000_000;
const HOUR_MS = 3_600_000;
/** The beginning of their ids, of the length at which seven digits make it whole. */
const ID_START = lowestId('msg_', START_MS).slice('msg_'.length, -7);

describeEngines('counts of what an endpoint got', (engine) => {
  const db = startedOnce(engine.create);
  const outcomes = () => createOutcomeStore(db);
  const NONE = { delivered: 0, failed: 0, canceled: 0, waitingFirst: 0, waitingAgain: 0, countedSince: null };

  beforeAll(async () => {
    const isSqlite = db.dialect.engine === 'SQLite';
    const numbers = isSqlite
      ? `(WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${MESSAGES}) SELECT n FROM n)`
      : `(SELECT generate_series(1, ${MESSAGES}) AS n)`;
    const id = (prefix: string) =>
      `'${prefix}${ID_START}' || ${isSqlite ? `printf('%07d', n)` : `lpad(n::text, 7, '0')`}`;
    await db.write(async (tx) => {
      await tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 0, 0)`);
      await tx.run(`INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at)
        VALUES ('ep_1', 'app_1', '', '', 0, 0)`);
      await tx.run(`INSERT INTO message (id, app_id, event_type, created_at)
        SELECT ${id('msg_')}, 'app_1', 'a', ${START_MS} + n FROM ${numbers} AS n`);
      for (const state of ['delivered', 'failed'])
        await tx.run(`INSERT INTO delivery (message_id, endpoint_id, state, finished_at, attempt_count)
          SELECT ${id('msg_')}, 'ep_1', CASE n % 2 WHEN 0 THEN 'failed' ELSE '${state}' END, n, 1
          FROM ${numbers} AS n`);
      for (const count of [0, 1])
        await tx.run(`INSERT INTO delivery (message_id, endpoint_id, due_at, attempt_count)
          SELECT ${id('msg_')}, 'ep_1', 1, ${count} FROM ${numbers} AS n WHERE n <= 3`);
      await tx.run(`INSERT INTO attempt (id, delivery_id, message_id, endpoint_id, url, succeeded,
          response_status_code, response, response_duration_ms, manual, created_at)
        SELECT ${id('atmpt_')}, (SELECT min(id) FROM delivery), ${id('msg_')}, 'ep_1', '', 1, 200, '', 1, 0, ${START_MS} + n
        FROM ${numbers} AS n`);
    });
  });

  test('messages are counted by their outcome, each once, also where a slice ends between two deliveries', async () => {
    expect(await outcomes().count('ep_1', 0, undefined)).toEqual({
      ...NONE,
      delivered: Math.ceil(MESSAGES / 2),
      failed: Math.floor(MESSAGES / 2) - 1,
      waitingAgain: 1,
    });
    expect(await outcomes().count('ep_2', 0, undefined)).toEqual(NONE);
  });

  test('the time of acceptance is compared to the millisecond, both ends included', async () => {
    const counts = await outcomes().count('ep_1', START_MS + 2, START_MS + 101);
    expect(counts).toEqual({ ...NONE, delivered: 50, failed: 49, waitingAgain: 1 });
    expect(await outcomes().count('ep_1', START_MS - 9 * HOUR_MS, START_MS)).toEqual(NONE);
    expect(await outcomes().count('ep_1', START_MS + 9 * HOUR_MS, undefined)).toEqual(NONE);
  });

  test('attempts are counted within a time, both ends excluded', async () => {
    const attempts = createAttemptStore(db);
    expect(await attempts.count('ep_1')).toEqual({ count: MESSAGES, countedSince: null });
    expect(await attempts.count('ep_1', START_MS + 10, START_MS + 1)).toEqual({
      count: 8,
      countedSince: null,
    });
  });

  test('a count that would examine too much counts the newest, and says where it stopped', async () => {
    const { slices, stoppedAt } = await countInSlices<{ count: number }>(
      db.lists,
      {
        from: 'attempt',
        key: 'id',
        window: { above: undefined, below: undefined },
        among: () => new Conditions().add('endpoint_id = ?', 'ep_1'),
        matching: () => new Conditions().add('endpoint_id = ?', 'ep_1'),
        columns: 'count(*) AS count',
      },
      COUNT_SLICE_ROWS,
    );
    expect(slices).toEqual([{ count: COUNT_SLICE_ROWS }]);
    expect(stoppedAt).toBe(`atmpt_${ID_START}${String(MESSAGES - COUNT_SLICE_ROWS + 1).padStart(7, '0')}`);
  });

  test('a count of endless deliveries or attempts ends after as many as take a tenth of a second', async () => {
    let slices = 0;
    const all = async <T>(sql: string): Promise<T[]> => {
      const isEnd = sql.includes('OFFSET');
      if (!isEnd) slices += 1;
      return [(isEnd ? { key: `msg_${ID_START}0000000` } : { count: 7, delivered: 7 }) as T];
    };
    const endless = { ...db, lists: { all, get: db.lists.get } };
    const { delivered, countedSince } = await createOutcomeStore(endless).count('ep_1', 0, undefined);
    expect({ slices, delivered, countedSince }).toMatchObject({
      slices: 3,
      delivered: 21,
      countedSince: expect.any(Number),
    });
    slices = 0;
    expect(await createAttemptStore(endless).count('ep_1')).toMatchObject({ count: 20 * 7 });
    expect(slices).toBe(20);
  });
});
