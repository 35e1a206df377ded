import { apiError } from '../../base/errors';
import { noteChange } from '../audit-scope';
import type { Database } from '../database';
import type { NewDelivery, NewMessage } from '../new-message';
import { isSqliteDatabase } from '../sqlite/sqlite-database';
import type { Transaction } from '../transaction';

export type InsertResult =
  | { readonly kind: 'stored'; readonly deliveries: readonly NewDelivery[] }
  /** The event id was already used in this application; nothing was written. */
  | { readonly kind: 'repeated-event-id' }
  /** A response is kept under its idempotency key, to another message; nothing was written. */
  | { readonly kind: 'repeated-key' }
  /** The application or its endpoints have changed since `configVersion`; nothing was written. */
  | { readonly kind: 'stale' };

/** Nothing was written, because of something that was stored at the same moment. Whoever asks again sees it. */
interface Unsettled {
  readonly kind: 'unsettled';
}

type LeftOut = Readonly<Record<string, Exclude<InsertResult, { kind: 'stored' }>['kind'] | 'unsettled'>>;

export interface MessageWriter {
  /**
   * Stores a message and its deliveries; on disk when it resolves. Concurrent calls share a commit. Those of one application
   * are in order; one that goes to many endpoints does not keep other applications waiting.
   */
  insert(message: NewMessage): Promise<InsertResult>;
  /** A new waiting delivery of a stored message, due at once; for a resend. */
  insertManualDelivery(messageId: string, endpointId: string, now: number): Promise<ManualDelivery>;
}

/** What became of a resend. `waits`: a delivery of the message waits for the endpoint already, so none was added. */
export type ManualDelivery =
  | { readonly kind: 'stored'; readonly deliveryId: number }
  | { readonly kind: 'waits'; readonly deliveryId: number }
  | { readonly kind: 'endpoint-gone' };

/** How often a message is tried to be stored when something else is stored at the same moment. */
const SETTLES_MAX = 5;
/** What is written for a delivery, with its places in the indexes, and the characters of a payload that take as long as a row. */
const ROWS_PER_DELIVERY = 2;
const PAYLOAD_PER_ROW = 4096;
const NOT_NULL_VIOLATION = '23502';

const IS_WAITING = `
  SELECT id FROM delivery WHERE message_id = ? AND endpoint_id = ? AND state = 'waiting' LIMIT 1`;
const INSERT_MANUAL = `
  INSERT INTO delivery (message_id, endpoint_id, due_at, manual)
  SELECT ?, id, ?, 1 FROM endpoint WHERE id = ? AND deleted_at IS NULL
  RETURNING id`;

export function createMessageWriter(db: Database): MessageWriter {
  defineHot(db);
  const insert = db.batchWriter(insertMessages, () => true, { rowsOf, ownerOf: ({ appId }) => appId });
  return {
    // Nothing else writes a database in a file, and its statement says of none that it is unsettled.
    insert: isSqliteDatabase(db) ? (insert as MessageWriter['insert']) : settled(insert),
    insertManualDelivery: (messageId, endpointId, now) =>
      db.write(async (tx) => {
        // Another node that is asked at the same moment waits here, and then sees what this one has stored.
        await tx.get(`SELECT 1 FROM message WHERE id = ? ${tx.dialect.held}`, [messageId]);
        const waiting = await tx.get<{ id: number }>(IS_WAITING, [messageId, endpointId]);
        if (waiting) return { kind: 'waits', deliveryId: waiting.id };
        const row = await tx.get<{ id: number }>(INSERT_MANUAL, [messageId, now, endpointId]);
        if (row) noteChange(tx, { target: messageId, before: null, after: { endpoint: endpointId } });
        return row ? { kind: 'stored', deliveryId: row.id } : { kind: 'endpoint-gone' };
      }),
  };
}

/** Its own, those of its deliveries, and its payload, which is written as so many more. */
function rowsOf({ endpointIds, payload }: NewMessage): number {
  return 1 + ROWS_PER_DELIVERY * endpointIds.length + Math.floor(payload.length / PAYLOAD_PER_ROW);
}

/** Asks again while what is stored at the same moment stands in the way: by another node, or earlier in its batch. */
function settled(
  insert: (message: NewMessage) => Promise<InsertResult | Unsettled>,
): (message: NewMessage) => Promise<InsertResult> {
  const again = async (message: NewMessage): Promise<InsertResult> => {
    for (let n = 0; n < SETTLES_MAX; n++) {
      const result = await insert(message).catch(unlessKeyTaken);
      if (result.kind !== 'unsettled') return result;
    }
    throw apiError('unavailable', 'Something else is stored at the same time again and again. Try again.', 1);
  };
  return (message) =>
    insert(message)
      .catch(unlessKeyTaken)
      .then((result) => (result.kind === 'unsettled' ? again(message) : result));
}

/** Its key was kept by another node at the same moment, which failed the statement. */
function unlessKeyTaken(cause: unknown): Unsettled {
  const { code, table } = cause as { readonly code?: unknown; readonly table?: unknown };
  if (code === NOT_NULL_VIOLATION && table === 'idempotent_answer') return { kind: 'unsettled' };
  throw cause;
}

/** Enables the hot statements, among them `insertMessages`, in the writes of this database. */
export function defineHot(db: Database): void {
  if (!isSqliteDatabase(db)) return;
  for (const sql of db.dialect.hot.definitions) db.define(sql);
}

/** Stores messages and their deliveries in one statement, also as part of another write. */
export async function insertMessages(
  tx: Transaction,
  messages: readonly NewMessage[],
): Promise<(InsertResult | Unsettled)[]> {
  const { sql, params } = tx.dialect.hot.accept;
  const row = await tx.get<{ left_out: string; created: string }>(sql, params(messages));
  const leftOut: LeftOut = row && row.left_out !== '{}' ? JSON.parse(row.left_out) : {};
  const created: Readonly<Record<number, number | null>> = JSON.parse(row?.created ?? '[]');
  let next = 0;
  return messages.map(({ endpointIds }, i) => {
    const deliveries: NewDelivery[] = [];
    for (const endpointId of endpointIds) {
      const id = created[next++];
      if (id != null) deliveries.push({ id, endpointId });
    }
    const kind = leftOut[i];
    return kind === undefined ? { kind: 'stored', deliveries } : { kind };
  });
}
