import { lowestId } from '../../base/id';
import type { DeliveryState } from '../../contract/attempt';
import { COUNTED_DELIVERIES_MAX } from '../../contract/limits';
import type { ListResponse } from '../../contract/list';
import { timeOfId } from '../../contract/time-of-id';
import type { Database } from '../database';
import type { EndpointRecord } from '../endpoint-record';
import { ENDPOINT_SELECTED, type EndpointRow, SIZED_FIELDS, toEndpointRecord } from '../endpoint-record';
import { oncePerDialect } from '../once-per-dialect';
import { type IdWindow, mapPage, type PageRequest, readPage } from '../page';
import { CLOCK_STEP_MS, Conditions, filterRows, idWindow } from '../timeline';
import { countInSlices } from './count-in-slices';
import {
  filterMessages,
  MESSAGE_KEY,
  type MessageFilter,
  type MessageRecord,
  type MessageRow,
  messageColumns,
  toMessageRecord,
} from './message-archive';

/**
 * The outcome of one message at one endpoint, over all its deliveries (a resend creates another): delivered if one of
 * them was, otherwise waiting while one still waits, otherwise failed, otherwise canceled.
 */
export interface Outcome {
  readonly state: DeliveryState;
  readonly attemptCount: number;
  /** When the next attempt is due, in milliseconds since 1970. Null: none is planned. */
  readonly nextDueAt: number | null;
}

export interface OutcomeFilter extends MessageFilter {
  /** Only messages in one of these states. */
  readonly states?: readonly DeliveryState[] | undefined;
}

/** How many messages of an endpoint, or endpoints of a message, have each outcome. */
export interface OutcomeCounts {
  /** Also after others had failed: what was recovered has arrived. */
  readonly delivered: number;
  readonly failed: number;
  readonly canceled: number;
  /** Waiting for their first attempt. */
  readonly waitingFirst: number;
  /** Waiting for another one. */
  readonly waitingAgain: number;
}

export interface OutcomeStore {
  /** Messages of an application that an endpoint got or will get, newest first. */
  listMessages(
    appId: string,
    endpointId: string,
    filter: OutcomeFilter,
  ): Promise<ListResponse<{ message: MessageRecord; outcome: Outcome }>>;
  /** Endpoints that a message went or will go to, including deleted ones, by id. */
  listEndpoints(
    messageId: string,
    request: PageRequest,
  ): Promise<ListResponse<{ endpoint: EndpointRecord; outcome: Outcome }>>;
  /** For each of these messages, the number of its endpoints by outcome. A message without endpoints is left out. */
  countByMessage(messageIds: readonly string[]): Promise<ReadonlyMap<string, OutcomeCounts>>;
  /**
   * The messages for an endpoint that were accepted in this time (ms since 1970, both ends included; absent: to the
   * newest) by their outcome there, the newest first.
   * @returns `countedSince`: those accepted before that time were too many to be counted. Null: all were
   */
  count(
    endpointId: string,
    since: number,
    until: number | undefined,
  ): Promise<OutcomeCounts & { readonly countedSince: number | null }>;
}

interface OutcomeRow {
  best: number;
  attempt_count: number;
  next_due_at: number | null;
}

const STATES: readonly DeliveryState[] = ['delivered', 'waiting', 'failed', 'canceled'];
/** The better of two states of deliveries to one endpoint is the lower one. */
export const DELIVERY_RANK = `CASE delivery.state WHEN 'delivered' THEN 0 WHEN 'waiting' THEN 1 WHEN 'failed' THEN 2 ELSE 3 END`;
/** Callers define both columns of the pair. */
const OF_PAIR = 'FROM delivery WHERE delivery.message_id = message.id AND delivery.endpoint_id = endpoint.id';
const BEST = `(SELECT min(${DELIVERY_RANK}) ${OF_PAIR})`;
const OUTCOME_COLUMNS = `${BEST} AS best, (SELECT sum(delivery.attempt_count) ${OF_PAIR}) AS attempt_count,
  (SELECT min(delivery.due_at) ${OF_PAIR}) AS next_due_at`;

const NONE: OutcomeCounts = { delivered: 0, failed: 0, canceled: 0, waitingFirst: 0, waitingAgain: 0 };
const KINDS = ['delivered', 'failed', 'canceled', 'waitingFirst', 'waitingAgain'] as const;
const countOf = (kind: keyof OutcomeCounts, condition: string) =>
  `count(CASE WHEN ${condition} THEN 1 END) AS "${kind}"`;
const COUNTS = [
  countOf('delivered', 'best = 0'),
  countOf('failed', 'best = 2'),
  countOf('canceled', 'best = 3'),
  countOf('waitingFirst', 'best = 1 AND tries = 0'),
  countOf('waitingAgain', 'best = 1 AND tries > 0'),
].join(', ');
/** One row per message and state: the reads are bounded by the page of messages and their endpoints. */
const statementsOf = oncePerDialect((dialect) => ({
  countByMessage: `
  SELECT message_id AS "messageId", best, tried, count(*) AS count FROM (
    SELECT delivery.message_id, min(${DELIVERY_RANK}) AS best, sum(delivery.attempt_count) > 0 AS tried
    FROM delivery WHERE ${dialect.isAmongTexts('delivery.message_id', '?')}
    GROUP BY delivery.message_id, delivery.endpoint_id) AS outcome
  GROUP BY message_id, best, tried`,
  isBestAmong: dialect.isAmongIntegers(BEST, '?'),
  sentMessages: `delivery AS sent ${dialect.joinNext} message ON message.id = sent.message_id
    ${dialect.joinNext} endpoint ON endpoint.id = sent.endpoint_id`,
}));

export function createOutcomeStore(db: Database): OutcomeStore {
  const sql = statementsOf(db.dialect);
  return {
    async listMessages(appId, endpointId, filter) {
      const ranks = filter.states && JSON.stringify(filter.states.map((state) => STATES.indexOf(state)));
      const among = () => new Conditions().add('sent.endpoint_id = ?', endpointId);
      const page = await readPage<MessageRow & OutcomeRow>(
        db.lists,
        {
          select: `SELECT ${messageColumns(filter.withContent)}, ${OUTCOME_COLUMNS}
            FROM endpoint CROSS JOIN message WHERE message.app_id = ? AND endpoint.id = ?`,
          params: [appId, endpointId],
          ...MESSAGE_KEY,
          largeColumns: filter.withContent ? ['payload'] : [],
          filter: filterRows(db.dialect, 'sent.message_id', {
            among: { from: 'delivery AS sent', where: among() },
            matching: {
              from: sql.sentMessages,
              repeats: true,
              where: filterMessages(
                db.dialect,
                among().add('message.app_id = ?', appId).add(sql.isBestAmong, ranks),
                filter,
              ),
            },
            window: idWindow('msg_', filter),
          }),
        },
        filter,
      );
      return mapPage(page, (row) => ({ message: toMessageRecord(row), outcome: toOutcome(row) }));
    },
    async listEndpoints(messageId, request) {
      const page = await readPage<EndpointRow & OutcomeRow>(
        db.lists,
        {
          select: `SELECT ${ENDPOINT_SELECTED}, ${OUTCOME_COLUMNS} FROM message CROSS JOIN endpoint
            WHERE message.id = ?
              AND endpoint.id IN (SELECT delivery.endpoint_id FROM delivery WHERE delivery.message_id = message.id)`,
          params: [messageId],
          keyColumn: 'endpoint.id',
          keyOf: (row) => row.id,
          keyPattern: /^ep_[0-9A-Za-z]+$/,
          defaultOrder: 'ascending',
          largeColumns: SIZED_FIELDS,
        },
        request,
      );
      return mapPage(page, (row) => ({ endpoint: toEndpointRecord(row), outcome: toOutcome(row) }));
    },
    async countByMessage(messageIds) {
      const rows = await db.lists.all<{ messageId: string; best: number; tried: number; count: number }>(
        sql.countByMessage,
        [JSON.stringify(messageIds)],
      );
      const found = new Map<string, OutcomeCounts>();
      for (const { messageId, best, tried, count } of rows) {
        const state = STATES[best] ?? 'canceled';
        const kind = state === 'waiting' ? (tried ? 'waitingAgain' : 'waitingFirst') : state;
        const counts = found.get(messageId) ?? NONE;
        found.set(messageId, { ...counts, [kind]: counts[kind] + count });
      }
      return found;
    },
    async count(endpointId, since, until) {
      const among = () => new Conditions().add('endpoint_id = ?', endpointId);
      const counted = {
        from: 'delivery',
        key: 'message_id',
        window: idWindow('msg_', { after: since, before: until }),
        among,
        matching: (part: IdWindow) => addAcceptedWithin(among(), { since, until }, part),
        ofKey: `min(${DELIVERY_RANK}) AS best, sum(attempt_count) AS tries`,
        columns: COUNTS,
      };
      const { slices, stoppedAt } = await countInSlices<OutcomeCounts>(
        db.lists,
        counted,
        COUNTED_DELIVERIES_MAX,
      );
      const sum = { ...NONE };
      for (const slice of slices) for (const kind of KINDS) sum[kind] += slice[kind];
      return { ...sum, countedSince: stoppedAt === null ? null : timeOfId(stoppedAt) };
    },
  };
}

/** That the message of a delivery was accepted within a time, both ends included. */
function addAcceptedWithin(
  conditions: Conditions,
  { since, until }: { readonly since: number; readonly until: number | undefined },
  { above = '', below }: IdWindow,
): Conditions {
  // Reading the row means reading through its payload, so only where the ids do not tell.
  const isAfter = above >= lowestId('msg_', since + CLOCK_STEP_MS);
  const isBefore =
    until === undefined || (below !== undefined && below <= lowestId('msg_', until - CLOCK_STEP_MS));
  if (isAfter && isBefore) return conditions;
  const accepted = new Conditions()
    .add('message.id = delivery.message_id')
    // Known already, but PostgreSQL would go through all messages.
    .add('message.id >= ?', above)
    .add('message.id < ?', below)
    .add('message.created_at >= ?', since)
    .add('message.created_at <= ?', until);
  return conditions.add(`EXISTS (SELECT 1 FROM message WHERE ${accepted})`, ...accepted.params);
}

function toOutcome(row: OutcomeRow): Outcome {
  return {
    state: STATES[row.best] ?? 'canceled',
    attemptCount: row.attempt_count,
    nextDueAt: row.next_due_at,
  };
}
