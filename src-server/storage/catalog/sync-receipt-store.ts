import { KEPT_SYNC_RECEIPTS, type SyncOutcome } from '../../contract/sync';
import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import type { Transaction } from '../transaction';
import { runInPieces } from './event-type-batch';

/** What became of one event type in a sync. */
export interface SyncItem {
  readonly name: string;
  readonly outcome: SyncOutcome;
  /** As a sentence. Null: it went as expected. */
  readonly reason: string | null;
}

/** What was written there, as JSON texts of the content; null: it does not exist there. */
export interface WrittenThere {
  readonly before: string | null;
  readonly after: string | null;
}

/** What a sync did. */
export interface SyncReceiptRecord {
  readonly id: string;
  readonly connectionId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly note: string;
}

export interface SyncReceiptStore {
  /** Begins a receipt with the note of the working copy; harmless when it has already begun. */
  begin(id: string, connectionId: string, now: number): Promise<void>;
  get(id: string): Promise<SyncReceiptRecord | undefined>;
  /** The receipts of a connection, newest first. */
  list(connectionId: string): Promise<readonly SyncReceiptRecord[]>;
  /** In the order in which they ended. */
  listItems(id: string): Promise<readonly SyncItem[]>;
  /** Names of event types written there. */
  listWritten(id: string): Promise<readonly string[]>;
  getWritten(id: string, name: string): Promise<WrittenThere | undefined>;
  /** Records the outcome of event types for which nothing was written there. */
  addItems(id: string, items: readonly SyncItem[]): Promise<void>;
}

const SELECT =
  'SELECT id, connection_id AS "connectionId", created_at AS "createdAt", note FROM sync_receipt';

export function createSyncReceiptStore(db: Database): SyncReceiptStore {
  return {
    async begin(id, connectionId, now) {
      await db.write(async (tx) => {
        await tx.run(
          `INSERT INTO sync_receipt (id, connection_id, created_at, note)
           SELECT ?, connection_id, ?, note FROM working_copy WHERE connection_id = ?
           ON CONFLICT (id) DO NOTHING`,
          [id, now, connectionId],
        );
        await tx.run(
          `DELETE FROM sync_receipt WHERE connection_id = ?1 AND id NOT IN (
             SELECT id FROM sync_receipt WHERE connection_id = ?1 ORDER BY id DESC LIMIT ?2)`,
          [connectionId, KEPT_SYNC_RECEIPTS],
        );
      });
    },
    get: (id) => db.get<SyncReceiptRecord>(`${SELECT} WHERE id = ?`, [id]),
    list: (connectionId) =>
      db.all<SyncReceiptRecord>(`${SELECT} WHERE connection_id = ? ORDER BY id DESC`, [connectionId]),
    listItems: (id) =>
      db.all<SyncItem>(
        `SELECT name, outcome, reason FROM sync_receipt_item WHERE receipt_id = ? ORDER BY ${db.dialect.inserted}`,
        [id],
      ),
    async listWritten(id) {
      const sql = 'SELECT name FROM sync_receipt_item WHERE receipt_id = ? AND is_written = 1 ORDER BY name';
      return (await db.all<{ name: string }>(sql, [id])).map(({ name }) => name);
    },
    getWritten: (id, name) =>
      db.get<WrittenThere>(
        `SELECT before, after FROM sync_receipt_item WHERE receipt_id = ? AND name = ? AND is_written = 1`,
        [id, name],
      ),
    async addItems(id, items) {
      if (items.length > 0) await db.write((tx) => addSyncItems(tx, id, items));
    },
  };
}

const ITEM_COLUMNS = {
  receipt_id: 'text',
  name: 'text',
  outcome: 'text',
  reason: 'text',
  is_written: 'integer',
  before: 'text',
  after: 'text',
} as const;
const statementsOf = oncePerDialect((dialect) => ({
  // One that ends again is listed where it ended last: it is put in anew, not replaced.
  removeSome: `DELETE FROM sync_receipt_item WHERE receipt_id = ? AND ${dialect.isAmongTexts('name', '?')}`,
  insert: `
  INSERT INTO sync_receipt_item (receipt_id, name, outcome, reason, is_written, before, after)
  SELECT receipt_id, name, outcome, reason, is_written, before, after
  FROM ${dialect.rows('?', ITEM_COLUMNS, 'item')}`,
}));

/** Records the outcome of event types, as part of the write that follows from it. */
export async function addSyncItems(
  tx: Transaction,
  receiptId: string,
  items: readonly (SyncItem & { readonly written?: WrittenThere | undefined })[],
): Promise<void> {
  const rows = items.map(({ name, outcome, reason, written }) => [
    receiptId,
    name,
    outcome,
    reason,
    written ? 1 : 0,
    written?.before ?? null,
    written?.after ?? null,
  ]);
  const { removeSome, insert } = statementsOf(tx.dialect);
  await tx.run(removeSome, [receiptId, JSON.stringify(items.map(({ name }) => name))]);
  await runInPieces(tx, insert, rows, null);
}
