import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import type { Transaction } from '../transaction';
import { idsBetween, meantBy, type ReplayPage, type ReplayRange, type SentFilter } from './replay-filter';

/** A delivery that waits for a retry. */
export interface WaitingRetry {
  readonly deliveryId: number;
  /** When the retry is due, in milliseconds since 1970. */
  readonly dueAt: number;
}

/** A delivery that waits at a named endpoint. */
export interface EndpointRetry extends WaitingRetry {
  readonly endpointId: string;
  /** 1: for its first attempt, not for a retry. */
  readonly isFirst: number;
}

/** A message that waits for a retry. */
export interface RetryingMessage extends WaitingRetry {
  readonly id: string;
  readonly isExpunged: boolean;
}

/** Finds deliveries that wait for a retry, and makes them due before it. Every page reads a bounded number of rows. */
export interface WaitingRetries {
  /** Messages that wait for a retry at the endpoint and match the filter, whose `states` are not used. */
  listRetrying(
    endpointId: string,
    range: ReplayRange,
    filter: SentFilter,
    cursor: string | null,
    rows: number,
  ): Promise<ReplayPage<RetryingMessage>>;
  /**
   * What waits of one message, for its first attempt or a retry, by endpoint, after the given delivery (null: from the first).
   * @param of the endpoint, too; null: all of them
   */
  listWaitingOf(
    of: { readonly messageId: string; readonly endpointId: string | null },
    after: Pick<EndpointRetry, 'deliveryId' | 'endpointId'> | null,
    rows: number,
  ): Promise<readonly EndpointRetry[]>;
  /**
   * Each of these gets an attempt that is due at `dueAt`, outside of its schedule; except those that were attempted or
   * ended since they were read, those that are due by then anyway, and those of an endpoint that is disabled, paused or
   * gone. Returns how many.
   */
  makeDue(tx: Transaction, retries: readonly WaitingRetry[], dueAt: number): Promise<number>;
  /** The same, by itself; on disk when it resolves. */
  makeDueNow(retries: readonly WaitingRetry[], dueAt: number): Promise<number>;
}

const statementsOf = oncePerDialect((dialect) => ({
  // A retry that was read and then attempted has another due time, and is left where it is.
  makeDue: `
  UPDATE delivery SET scheduled_at = coalesce(delivery.scheduled_at, delivery.due_at), due_at = ?1
  FROM ${dialect.rows('?2', { id: 'integer', due_at: 'integer' }, 'wanted')}
  WHERE delivery.id = wanted.id AND delivery.due_at = wanted.due_at AND delivery.state = 'waiting'
    AND delivery.due_at > ?1
    AND EXISTS (
      SELECT 1 FROM endpoint
      WHERE endpoint.id = delivery.endpoint_id AND endpoint.deleted_at IS NULL AND endpoint.disabled = 0
        AND endpoint.paused = 0
    )`,
  // Another index leads through everything that has arrived.
  retries: `delivery ${dialect.indexedBy('delivery_retry')}`,
  amongMessages: `AND ${dialect.isAmongTexts('message_id', '?')}`,
  isWaiting: `${dialect.unindexed('state')} = 'waiting'`,
}));

interface RetryingRow {
  id: string;
  deliveryId: number;
  dueAt: number;
  meant: number;
  isExpunged: number;
}

export function createWaitingRetries(db: Database): WaitingRetries {
  const sql = statementsOf(db.dialect);
  async function makeDue(tx: Transaction, retries: readonly WaitingRetry[], dueAt: number): Promise<number> {
    if (retries.length === 0) return 0;
    const wanted = JSON.stringify(retries.map((retry) => [retry.deliveryId, retry.dueAt]));
    return (await tx.run(sql.makeDue, [dueAt, wanted])).changes;
  }

  return {
    async listRetrying(endpointId, range, filter, cursor, rows) {
      const meant = meantBy(db.dialect, { ...filter, states: undefined });
      const { messageIds } = filter;
      const found = await db.all<RetryingRow>(
        `WITH page AS (
           SELECT message_id AS id, endpoint_id, id AS "deliveryId", due_at AS "dueAt"
           FROM ${sql.retries}
           WHERE endpoint_id = ? AND state = 'waiting' AND attempt_count > 0 AND message_id > ? AND message_id < ?
             ${messageIds ? sql.amongMessages : ''}
           ORDER BY message_id
           LIMIT ?
         ), marked AS MATERIALIZED (
           SELECT page.*, CASE WHEN ${meant} THEN 1 ELSE 0 END AS meant FROM page
         )
         SELECT id, "deliveryId", "dueAt", meant,
           meant = 1 AND (SELECT octet_length(payload) IS NULL FROM message WHERE id = marked.id) AS "isExpunged"
         FROM marked
         ORDER BY id`,
        [
          endpointId,
          ...idsBetween(range, cursor),
          ...(messageIds ? [JSON.stringify(messageIds)] : []),
          rows,
          ...meant.params,
        ],
      );
      const messages = found
        .filter((row) => row.meant === 1)
        .map(({ id, deliveryId, dueAt, isExpunged }) => ({
          id,
          deliveryId,
          dueAt,
          isExpunged: isExpunged === 1,
        }));
      return { messages, cursor: found.at(-1)?.id ?? cursor, done: found.length < rows };
    },
    listWaitingOf: ({ messageId, endpointId }, after, rows) =>
      db.all<EndpointRetry>(
        `SELECT id AS "deliveryId", endpoint_id AS "endpointId", due_at AS "dueAt",
           CASE attempt_count WHEN 0 THEN 1 ELSE 0 END AS "isFirst"
         FROM delivery
         WHERE message_id = ? ${endpointId === null ? '' : 'AND endpoint_id = ?'}
           AND (endpoint_id, id) > (?, ?) AND ${sql.isWaiting}
         ORDER BY endpoint_id, id
         LIMIT ?`,
        [
          messageId,
          ...(endpointId === null ? [] : [endpointId]),
          after?.endpointId ?? '',
          after?.deliveryId ?? 0,
          rows,
        ],
      ),
    makeDue,
    makeDueNow: (retries, dueAt) =>
      retries.length === 0 ? Promise.resolve(0) : db.write((tx) => makeDue(tx, retries, dueAt)),
  };
}
