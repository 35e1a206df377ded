import { KEPT_RECEIPTS, REMEMBERED_IMPORTS } from '../../contract/import-receipt';
import type { ListResponse } from '../../contract/list';
import type { Database } from '../database';
import { mapPage, type PageRequest, readPage } from '../page';
import type { Transaction } from '../transaction';
import { type CatalogSnapshot, isStillSnapshot, readCatalogSnapshot } from './catalog-snapshot';
import { type CompareEventTypes, compareHere, writeCompared } from './compared-write';
import type { ChangeAuthor } from './event-type-version-store';
import { type BaselineSource, readBaselineSources } from './import-baseline';
import { type ImportChange, writeImportChanges } from './import-changes';
import { keepWayBack, planUndo, putBack } from './import-undo';

/** A receipt to store. */
export interface NewReceipt {
  readonly id: string;
  readonly sourceName: string | null;
  readonly title: string;
  readonly documentHash: string;
  /** JSON of counts, names and options; nothing here parses it. */
  readonly outcome: string;
  /** Null: it is too large to keep. */
  readonly document: string | null;
}

export interface ReceiptRecord extends Omit<NewReceipt, 'document'> {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly hasDocument: boolean;
  readonly canUndo: boolean;
  /** Milliseconds since 1970; null if it was not undone. */
  readonly undoneAt: number | null;
}

/** What an undo did. Without `restored`, nothing was written, and it can be tried again. */
export interface Undone {
  readonly restored: readonly string[];
  /** Changed or removed since the import. */
  readonly left: readonly string[];
  /** Edited since the import and set back to what it wrote; named unless they were to be restored too. */
  readonly edited: readonly string[];
}

interface UndoOptions {
  readonly author?: ChangeAuthor | null;
  /** Restores what was edited since and set back, too. */
  readonly includeEdited?: boolean;
}

/** Imports: what they compare with, what they wrote, and how to undo it. */
export interface ImportStore {
  /** @param names only these event types. Null: all */
  snapshot(names: readonly string[] | null): Promise<CatalogSnapshot>;
  /** From which document the last import of each event type was. */
  sources(): Promise<readonly BaselineSource[]>;
  /**
   * Writes an import in one write, if what it was compared with is still as in `planned`; otherwise false, with nothing written.
   * @param receipt null: nothing undoable is written
   */
  apply(
    planned: CatalogSnapshot,
    changes: readonly ImportChange[],
    receipt: NewReceipt | null,
    now: number,
    author?: ChangeAuthor | null,
  ): Promise<boolean>;
  /** Newest first. */
  listReceipts(request: PageRequest): Promise<ListResponse<ReceiptRecord>>;
  getReceipt(id: string): Promise<ReceiptRecord | undefined>;
  /** The text of its document; null when it is not kept. */
  readDocument(id: string): Promise<string | null>;
  /** Restores what the import replaced, in one write; undefined when there is nothing left to restore. */
  undo(id: string, now: number, options?: UndoOptions): Promise<Undone | undefined>;
}

type ReceiptRow = Omit<ReceiptRecord, 'hasDocument' | 'canUndo'> & { hasDocument: number; canUndo: number };

const INSERT_RECEIPT = `
  INSERT INTO import_receipt (id, created_at, source_name, title, document_hash, outcome, document)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const SELECT_RECEIPT = `
  SELECT id, created_at AS "createdAt", source_name AS "sourceName", title, document_hash AS "documentHash", outcome,
    undone_at AS "undoneAt", document IS NOT NULL AS "hasDocument",
    EXISTS (SELECT 1 FROM import_change WHERE receipt_id = id) AS "canUndo"
  FROM import_receipt`;
const OLDER_THAN = 'id NOT IN (SELECT id FROM import_receipt ORDER BY id DESC LIMIT ?)';

export function createImportStore(db: Database, compare: CompareEventTypes = compareHere): ImportStore {
  return {
    snapshot: (names) => readCatalogSnapshot(db, names),
    sources: () => readBaselineSources(db),
    apply(planned, changes, receipt, now, author = null) {
      return db.write(async (tx) => {
        if (!(await isStillSnapshot(tx, planned))) return false;
        if (receipt !== null) {
          await insertReceipt(tx, receipt, now);
          await keepWayBack(tx, changes, receipt.id);
        }
        await writeImportChanges(tx, changes, now, author);
        return true;
      });
    },
    async listReceipts(request) {
      const page = await readPage<ReceiptRow>(
        db.lists,
        {
          select: `${SELECT_RECEIPT} WHERE TRUE`,
          params: [],
          keyColumn: 'id',
          keyOf: (row) => row.id,
          defaultOrder: 'descending',
          keyPattern: /^imp_[0-9A-Za-z]{27}$/,
          largeColumns: ['outcome'],
        },
        request,
      );
      return mapPage(page, toRecord);
    },
    async getReceipt(id) {
      const row = await db.get<ReceiptRow>(`${SELECT_RECEIPT} WHERE id = ?`, [id]);
      return row && toRecord(row);
    },
    async readDocument(id) {
      const row = await db.get<{ document: string | null }>(
        'SELECT document FROM import_receipt WHERE id = ?',
        [id],
      );
      return row?.document ?? null;
    },
    async undo(id, now, { author = null, includeEdited = false } = {}) {
      const rows = await db.all<{ name: string }>('SELECT name FROM import_change WHERE receipt_id = ?', [
        id,
      ]);
      const names = rows.map(({ name }) => name);
      return writeCompared(db, compare, {
        names,
        author,
        plan: (from) => planUndo(from, id),
        async write(tx, plan, differences) {
          // Of two concurrent undos, the second finds nothing left to restore.
          const there = await tx.get('SELECT 1 FROM import_change WHERE receipt_id = ? LIMIT 1', [id]);
          if (!there) return undefined;
          const edited = includeEdited ? [] : plan.edited;
          if (plan.restored.length === 0 || edited.length > 0)
            return { restored: [], left: plan.left, edited };
          await putBack(tx, plan, differences, { now, author });
          await tx.run('DELETE FROM import_change WHERE receipt_id = ?', [id]);
          await tx.run('UPDATE import_receipt SET undone_at = ? WHERE id = ?', [now, id]);
          return { restored: plan.restored, left: plan.left, edited };
        },
        inWrite: (work) => db.write(work),
      });
    },
  };
}

async function insertReceipt(tx: Transaction, receipt: NewReceipt, now: number): Promise<void> {
  const { id, sourceName, title, documentHash, outcome, document } = receipt;
  await tx.run(INSERT_RECEIPT, [id, now, sourceName, title, documentHash, outcome, document]);
  await tx.run(`UPDATE import_receipt SET document = NULL WHERE document IS NOT NULL AND ${OLDER_THAN}`, [
    REMEMBERED_IMPORTS,
  ]);
  await tx.run(`DELETE FROM import_change WHERE receipt_${OLDER_THAN}`, [REMEMBERED_IMPORTS]);
  await tx.run(`DELETE FROM import_receipt WHERE ${OLDER_THAN}`, [KEPT_RECEIPTS]);
}

function toRecord(row: ReceiptRow): ReceiptRecord {
  return { ...row, hasDocument: row.hasDocument === 1, canUndo: row.canUndo === 1 };
}
