import { beforeAll, describe, expect, test } from 'vitest';
import { createIdempotencyStore } from '../../../src-server/storage/installation/idempotency-store';
import { findDotNames } from '../../../src-server/storage/installation/stored-dot-names';
import { createTaskStore } from '../../../src-server/storage/installation/task-store';
import { createTokenStore } from '../../../src-server/storage/installation/token-store';
import {
  type AllMessageRequest,
  createAllMessageStore,
} from '../../../src-server/storage/messages/all-message-store';
import { createAttemptStore } from '../../../src-server/storage/messages/attempt-store';
import { createAttentionStore } from '../../../src-server/storage/messages/attention-store';
import { createDeliveryStore, type DeliveryStore } from '../../../src-server/storage/messages/delivery-store';
import { createMessageArchive } from '../../../src-server/storage/messages/message-archive';
import { createOutcomeStore } from '../../../src-server/storage/messages/outcome-store';
import { createReplayStore } from '../../../src-server/storage/messages/replay-store';
import { createRetentionStore } from '../../../src-server/storage/messages/retention-store';
import { createUsageStore } from '../../../src-server/storage/messages/usage-store';
import { migrate } from '../../../src-server/storage/sqlite/migrate';
import type { SqliteDatabase } from '../../../src-server/storage/sqlite/sqlite-database';
import type { SqlValue, Transaction } from '../../../src-server/storage/transaction';
import { newDatabaseFile } from '../../support/new-database-file';
import { plainAttempt } from '../../support/plain-attempt';
import { startedOnce } from '../../support/started';

/*
 * The query plans that must stay cheap however much is stored. The statements are those that the stores really
 * send, recorded by the database they are called with.
 */

const db = startedOnce(newDatabaseFile);
/** Creates the temporary views and triggers of the stores. */
let defined = '';
let sent: { readonly sql: string; readonly params: readonly SqlValue[] }[] = [];

beforeAll(async () => {
  await migrate(db);
  await db.write(async (tx) => {
    await tx.run(`INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', 'A', 0, 0)`);
    await tx.run(`INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at)
      VALUES ('ep_1', 'app_1', '', '', 0, 0)`);
    await tx.run(
      `INSERT INTO message (id, app_id, event_type, created_at) VALUES ('msg_1', 'app_1', 'a', 0)`,
    );
    await tx.run(`INSERT INTO delivery (id, message_id, endpoint_id, due_at) VALUES (1, 'msg_1', 'ep_1', 0)`);
  });
});
function watched(): SqliteDatabase {
  const note = (sql: string, params: readonly SqlValue[] = []) => {
    sent.push({ sql, params });
    return sql;
  };
  const watchedTx = (tx: Transaction): Transaction => ({
    dialect: tx.dialect,
    run: (sql, params) => tx.run(note(sql, params), params),
    all: (sql, params) => tx.all(note(sql, params), params),
    get: (sql, params) => tx.get(note(sql, params), params),
  });
  return {
    ...db,
    all: (sql, params) => db.all(note(sql, params), params),
    get: (sql, params) => db.get(note(sql, params), params),
    lists: {
      all: (sql, params) => db.lists.all(note(sql, params), params),
      get: (sql, params) => db.lists.get(note(sql, params), params),
    },
    write: (work) => db.write((tx) => work(watchedTx(tx))),
    batchWriter: (work) => (input) =>
      db.write(async (tx) => {
        const [output] = await work(watchedTx(tx), [input]);
        return output as Exclude<typeof output, undefined>;
      }),
    define(sql) {
      defined += sql;
      db.define(sql);
    },
  };
}

/** A statement that fills a temporary view runs the trigger of that view. */
function insideTrigger({ sql, params }: (typeof sent)[number]): typeof sent {
  const view = /INSERT INTO (accepted|finished) /.exec(sql)?.[1];
  if (!view) return [{ sql, params }];
  const body = new RegExp(`INSERT ON ${view} BEGIN([^]*?)END(?=\\s*CREATE|$)`).exec(defined)?.[1] ?? '';
  return body
    .split(';')
    .filter((statement) => statement.trim() !== '')
    .map((statement) => ({ sql: statement.replace(/NEW\.\w+/g, "'[]'"), params: [] }));
}

/** The plans of all statements that `ask` sends, one line for each step. */
async function plansOf(ask: (database: SqliteDatabase) => Promise<unknown>): Promise<string[]> {
  sent = [];
  await ask(watched());
  const steps: string[] = [];
  for (const { sql, params } of sent.flatMap(insideTrigger)) {
    const plan = await db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
    steps.push(...plan.map(({ detail }) => detail));
  }
  return steps;
}

const RANGE = { since: 0, until: 1_700_000_000_000 };
const TABLE =
  /^SCAN (delivery|attempt|message|application|endpoint|background_task|token|idempotent_answer)\b/;
const result = plainAttempt(1);

type Ask = (database: SqliteDatabase) => Promise<unknown>;
/**
 * A query, and a step that its plan must have. None scans a table, or sorts anything but the rows of one page, where
 * stated.
 */
const QUERIES: readonly (readonly [name: string, ask: Ask, step: RegExp, sorts?: 'sorts a page'])[] = [
  [
    'a page of what is due for an endpoint',
    (database) => createDeliveryStore(database).listDue('ep_1', 9, 100),
    /^SEARCH delivery USING INDEX delivery_waiting \(endpoint_id=\? AND due_at<\?\)/,
  ],
  [
    'when the next is due',
    (database) => createDeliveryStore(database).listDue('ep_1', 9, 100),
    /^SEARCH delivery USING COVERING INDEX delivery_waiting \(endpoint_id=\? AND due_at>\?\)/,
  ],
  [
    'how many wait for an endpoint',
    (database) => createDeliveryStore(database).countWaiting('ep_1'),
    /^SEARCH delivery USING COVERING INDEX delivery_waiting \(endpoint_id=\?\)/,
  ],
  [
    'how many of a replay wait',
    (database) => createReplayStore(database).countDue('ep_1', 9, 50),
    /^SEARCH delivery USING COVERING INDEX delivery_waiting \(endpoint_id=\? AND due_at<\?\)/,
  ],
  [
    'what waits for an endpoint, to be canceled',
    (database) =>
      createDeliveryStore(database).listWaiting('ep_1', { id: 1, messageId: 'msg_1', dueAt: 9 }, 500),
    /^SEARCH delivery USING INDEX delivery_waiting \(endpoint_id=\? AND .*due_at/,
  ],
  [
    'what is canceled',
    (database) => createDeliveryStore(database).cancel([1], 9),
    /^SEARCH delivery USING INTEGER PRIMARY KEY \(rowid=\?\)/,
  ],
  [
    'the contents of what leaves next',
    (database) => createDeliveryStore(database).readContents(['msg_1']),
    /^SEARCH message USING INDEX sqlite_autoindex_message_1 \(id=\?\)/,
  ],
  [
    'the end of an attempt',
    (database) => createDeliveryStore(database).finish(result),
    /^SEARCH delivery USING INTEGER PRIMARY KEY \(rowid=\?\)/,
  ],
  [
    'what is sent again by its last answer, by the index of the message and not that of the endpoint',
    (database) => createReplayStore(database).listSent('ep_1', RANGE, { statusCodeClass: 400 }, null, 250),
    /^SEARCH attempt USING INDEX attempt_message \(message_id=\?\)/,
    'sorts a page',
  ],
  [
    'what is sent again, in the order of the index',
    (database) => createReplayStore(database).listSent('ep_1', RANGE, { states: ['failed'] }, 'msg_1', 250),
    /^SEARCH delivery USING INDEX delivery_endpoint \(endpoint_id=\? AND message_id>\? AND message_id<\?\)/,
    'sorts a page',
  ],
  [
    'what waits for a retry, by its own index',
    (database) => createReplayStore(database).listRetrying('ep_1', RANGE, {}, 'msg_1', 250),
    /^SEARCH delivery USING INDEX delivery_retry \(endpoint_id=\? AND message_id>\? AND message_id<\?\)/,
    'sorts a page',
  ],
  [
    'what waits of a message, in the order of the index',
    (database) =>
      createReplayStore(database).listWaitingOf(
        { messageId: 'msg_1', endpointId: null },
        { deliveryId: 1, endpointId: 'ep_1' },
        100,
      ),
    /^SEARCH delivery USING INDEX delivery_message \(message_id=\? AND .*endpoint_id/,
  ],
  [
    'retries that become due',
    (database) => createReplayStore(database).makeDueNow([{ deliveryId: 1, dueAt: 0 }], 1),
    /^SEARCH delivery USING INTEGER PRIMARY KEY \(rowid=\?\)/,
  ],
  [
    'what was never sent',
    (database) =>
      createReplayStore(database).listUnsent(
        { appId: 'app_1', endpointId: 'ep_1', withChannels: false, withGroups: false },
        RANGE,
        {},
        null,
        250,
      ),
    /^SEARCH message USING (COVERING )?INDEX message_app \(app_id=\? AND id>\? AND id<\?\)/,
  ],
  [
    'what is queued again',
    (database) =>
      database.write((tx) => createReplayStore(database).queue(tx, 'ep_1', ['msg_1'], 'not-waiting', 1)),
    /^SEARCH delivery USING INDEX delivery_(message|endpoint) \((message_id|endpoint_id)=\? AND (endpoint_id|message_id)=\?\)/,
    'sorts a page',
  ],
  [
    'payloads of an application, to be removed',
    (database) => createMessageArchive(database).listContents('app_1', '', 'msg_9', 500),
    /^SEARCH message USING (COVERING )?INDEX message_app \(app_id=\? AND id>\? AND id<\?\)/,
  ],
  [
    'payloads whose time has come',
    (database) => createRetentionStore(database).listExpired(null, 9, 500),
    /^SEARCH message USING INDEX message_payload_expiry/,
  ],
  [
    'messages that are old',
    (database) => createRetentionStore(database).listMessages('', 9, 500),
    /^SEARCH message USING INDEX sqlite_autoindex_message_1 \(id>\? AND id<\?\)/,
  ],
  [
    'deliveries that are old',
    (database) => createRetentionStore(database).listDeliveries(0, 9, 500),
    /^SEARCH delivery USING INTEGER PRIMARY KEY \(rowid>\?\)/,
  ],
  [
    'deliveries that go, with their attempts',
    (database) => createRetentionStore(database).deleteDeliveries([1], 9),
    /^SEARCH attempt USING (COVERING )?INDEX attempt_delivery \(delivery_id=\?\)/,
  ],
  [
    'tasks that ended long ago',
    (database) => createTaskStore(database).deleteEndedBefore(9, 250),
    /^SEARCH background_task USING (COVERING )?INDEX background_task_age \(finished_at<\?\)/,
  ],
  [
    'answers that are old',
    (database) => createIdempotencyStore(database).deleteBefore(9, 250),
    /^SEARCH idempotent_answer USING (COVERING )?INDEX idempotent_answer_age/,
  ],
  [
    'to how many endpoints messages were to go',
    (database) => createUsageStore(database).countMessages('app_1', RANGE, null, 1000),
    /^SEARCH delivery USING INDEX delivery_message \(message_id=\?\)/,
  ],
  [
    'the attempts of an endpoint',
    (database) => createAttemptStore(database).list('app_1', { endpointId: 'ep_1', withContent: false }),
    /^SEARCH attempt USING (COVERING )?INDEX attempt_endpoint \(endpoint_id=\?\)/,
  ],
  [
    'messages with a filter, which reads only the index of those that do not match',
    (database) =>
      createMessageArchive(database).list('app_1', {
        ...{ eventTypes: ['b'], tag: 'b', channel: 'b', before: 1_800_000_000_000, after: 1 },
        withContent: true,
      }),
    /^SEARCH message USING COVERING INDEX message_app \(app_id=\? AND id>\? AND id<\?\)/,
    'sorts a page',
  ],
  [
    'attempts with a filter, which reads only the index of those that do not match',
    (database) =>
      createAttemptStore(database).list('app_1', {
        ...{ endpointId: 'ep_1', succeeded: false, statusCodeClass: 500, after: 1 },
        withContent: true,
      }),
    /^SEARCH attempt USING COVERING INDEX attempt_endpoint \(endpoint_id=\? AND id>\?\)/,
    'sorts a page',
  ],
  [
    'the attempts of a message',
    (database) => createAttemptStore(database).list('app_1', { messageId: 'msg_1', withContent: false }),
    /^SEARCH attempt USING INDEX attempt_message \(message_id=\?\)/,
  ],
  [
    'attempts by the beginning of their id',
    (database) => createAttemptStore(database).listOfAll({ idStart: 'atmpt_1', withContent: false }),
    /^SEARCH attempt USING INDEX sqlite_autoindex_attempt_1 \(id>\? AND id<\?\)/,
  ],
  [
    'the failed attempts of an application with few of them, at its endpoints only',
    (database) =>
      createAttemptStore(database).listOfAll({ appId: 'app_1', succeeded: false, withContent: false }),
    /^SEARCH attempt USING COVERING INDEX attempt_endpoint \(endpoint_id=\?\)/,
    'sorts a page',
  ],
  [
    'the attempts of an application with few of them, of which only those of the page are read',
    (database) => createAttemptStore(database).listOfAll({ appId: 'app_1', withContent: false }),
    /^SEARCH attempt USING INDEX sqlite_autoindex_attempt_1 \(id=\?\)/,
    'sorts a page',
  ],
  [
    'the messages of an endpoint',
    (database) => createOutcomeStore(database).listMessages('app_1', 'ep_1', { withContent: false }),
    /^SEARCH delivery USING (COVERING )?INDEX delivery_(message|endpoint) \((message_id|endpoint_id)=\? AND (endpoint_id|message_id)=\?\)/,
  ],
  [
    'the deliveries of an endpoint, counted by state',
    (database) => createOutcomeStore(database).count('ep_1', RANGE.since, RANGE.until),
    /^SEARCH delivery USING INDEX delivery_endpoint \(endpoint_id=\? AND message_id>\? AND message_id<\?\)/,
  ],
  [
    'the attempts at an endpoint, counted within a time',
    (database) => createAttemptStore(database).count('ep_1', RANGE.until, RANGE.since),
    /^SEARCH attempt USING COVERING INDEX attempt_endpoint \(endpoint_id=\? AND id>\? AND id<\?\)/,
  ],
  [
    'a search in the messages of an application',
    (database) => searchMessages(database, { appId: 'app_1', terms: ['a', 'b'] }),
    /^SEARCH message USING (COVERING )?INDEX message_app \(app_id=\? AND id>\? AND id<\?\)/,
  ],
  [
    'a search in all messages',
    (database) => searchMessages(database, { terms: ['a', 'b'], state: 'waiting' }),
    /^SEARCH message USING INDEX sqlite_autoindex_message_1 \(id>\? AND id<\?\)/,
  ],
];

/** The order of its rows comes from an index; its counts of outcomes are those of a page. */
function searchMessages(database: SqliteDatabase, request: Partial<AllMessageRequest>) {
  const outcomes = { countByMessage: async () => new Map() };
  const store = createAllMessageStore(database, outcomes);
  return store.search({ terms: [], inPayload: false, byId: false, ...request });
}

test('an event id is looked up in the index of each application', async () => {
  const steps = await plansOf((database) => searchMessages(database, { terms: ['event'], byId: true }));
  const ids =
    /^SEARCH message USING (COVERING INDEX message_event_id|INDEX message_event_id \(app_id=\? AND )/;
  expect(steps).toContainEqual(expect.stringMatching(ids));
});

describe('the plan of', () => {
  test.each([
    ['the first page of what needs attention', undefined],
    ['a later page of what needs attention', '1700000000000-ep_1'],
  ])('%s reads endpoints and what they gave up by index, in order', async (_name, iterator) => {
    const steps = await plansOf((database) => createAttentionStore(database).list({ iterator }));
    expect(steps.filter((step) => /endpoint_attention|delivery|attempt|B-TREE/.test(step))).toEqual([
      'SCAN endpoint USING INDEX endpoint_attention',
      expect.stringMatching(/^SEARCH delivery USING COVERING INDEX delivery_waiting \(endpoint_id=\?\)/),
      expect.stringMatching(
        /^SEARCH delivery USING COVERING INDEX delivery_given_up \(endpoint_id=\? AND finished_at>\?\)/,
      ),
      expect.stringMatching(/^SEARCH attempt USING (COVERING )?INDEX attempt_endpoint \(endpoint_id=\?\)/),
      'SCAN endpoint USING INDEX endpoint_attention',
    ]);
  });

  test.each(QUERIES.map(([name, ask, step, sorts]) => ({ name, ask, step, sorts })))(
    '$name',
    async (query) => {
      const { ask, step, sorts } = query;
      const steps = await plansOf(ask);
      expect(steps).toContainEqual(expect.stringMatching(step));
      expect(steps.filter((step) => TABLE.test(step))).toEqual([]);
      if (!sorts) expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
    },
  );

  test('tokens that have expired reads no more than the tokens', async () => {
    const steps = await plansOf((database) => createTokenStore(database).deleteExpiredPortalTokens(9, 250));
    expect(steps.filter((step) => /\b(delivery|attempt|message)\b/.test(step))).toEqual([]);
  });

  test('how many wait, or wait for a retry, is counted in the index of just those', async () => {
    const counts = ({ countAllWaiting, countRetries }: DeliveryStore) => [countAllWaiting(), countRetries()];
    const steps = await plansOf((database) => Promise.all(counts(createDeliveryStore(database))));
    expect(steps.filter((step) => step.includes('delivery')).toSorted()).toEqual([
      expect.stringMatching(/^SCAN delivery USING COVERING INDEX delivery_waiting/),
      expect.stringMatching(/^SCAN delivery USING INDEX delivery_retry/),
    ]);
  });

  test('how many wait for later seeks them in the index of what waits, and reads nothing of what is due', async () => {
    const steps = await plansOf((database) => createDeliveryStore(database).countLater(9));
    const seek = /^SEARCH delivery USING COVERING INDEX delivery_waiting \(endpoint_id=\? AND due_at>\?\)/;
    expect(steps.filter((step) => step.includes('delivery'))).toEqual([expect.stringMatching(seek)]);
  });

  test('which endpoints have something waiting looks once into the index for each', async () => {
    const steps = await plansOf((database) => createDeliveryStore(database).listQueues());
    const read = steps.filter((step) => step.includes('delivery'));
    const seek = /^SEARCH delivery USING COVERING INDEX delivery_waiting \(endpoint_id=\?\)/;
    expect(read).toEqual(read.map(() => expect.stringMatching(seek)));
    expect(read.length).toBeGreaterThan(0);
  });

  test('what is called "." or ".." is looked up in the index of each application, and no message is read', async () => {
    const steps = await plansOf(findDotNames);
    expect(steps.filter((step) => /\b(message|endpoint)\b/.test(step))).toEqual([
      expect.stringMatching(/^SEARCH endpoint USING (COVERING )?INDEX endpoint_uid \(app_id=\? AND uid=\?\)/),
      expect.stringMatching(
        /^SEARCH message USING (COVERING )?INDEX message_event_id \(app_id=\? AND event_id=\?\)/,
      ),
    ]);
  });
});
