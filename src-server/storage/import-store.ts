import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type JsonPieces, toJsonPieces } from '../base/json-pieces';
import { slicesOf } from '../base/slices-of';
import { KEPT_RECEIPTS, REMEMBERED_IMPORTS } from '../contract/import-receipt';
import type { ListResponse } from '../contract/list';
import type { EventTypeDiff } from '../json-schema/event-type-changes';
import { rawMember } from '../json-schema/raw-json-text';
import {
  type CompareEventTypes,
  compareHere,
  type EventTypePair,
  type PlannedChange,
  writeCompared,
} from './compared-write';
import type { Database } from './database';
import { putEventTypeTexts, readEventTypeTexts, runInPieces } from './event-type-batch';
import { removeEventType } from './event-type-store';
import { type EventTypeContent, type EventTypeText, textOfEventType } from './event-type-text';
import type { ChangeAuthor } from './event-type-version-store';
import { mapPage, type PageQuery, type PageRequest, readPage, readPages } from './page';
import { PAGES_BY_NAME } from './pages-by-name';
import type { Transaction } from './transaction';

/** Characters of schemas that are hashed at once: some milliseconds. */
const HASHED_PER_TURN = 1_000_000;
/** Event types that are written after one another. */
const CHANGES_AT_ONCE = 500;

/** What the last import said of an event type. */
export interface BaselineText {
  readonly name: string;
  /** Title of the document. */
  readonly source: string;
  /** JSON of an object. */
  readonly content: string;
}

/** All that an import is compared with, by name. */
export interface CatalogSnapshot {
  /** Rows like EventTypeText. */
  readonly eventTypes: JsonPieces;
  /** Rows like BaselineText. */
  readonly baselines: JsonPieces;
}

/** What an import does to one event type. */
export interface ImportChange {
  readonly name: string;
  /** JSON of the whole event type, as it was. Null: it did not exist. */
  readonly before: string | null;
  /** As it is to be. Null: it stays, and only its baseline moves. */
  readonly after: EventTypeText | null;
  /** What is different, for its history. Null: it is new, or stays. */
  readonly difference: EventTypeDiff | null;
  /** Null: the baseline stays as it is. */
  readonly baseline: Omit<BaselineText, 'name'> | null;
}

/** A receipt to be kept. */
export interface NewReceipt {
  readonly id: string;
  readonly sourceName: string | null;
  readonly title: string;
  readonly documentHash: string;
  /** JSON of counts, names and options; nothing here looks into it. */
  readonly outcome: string;
  /** Null: it is too large to be kept. */
  readonly document: string | null;
}

export interface ReceiptRecord extends Omit<NewReceipt, 'document'> {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly hasDocument: boolean;
  readonly canUndo: boolean;
  /** Milliseconds since 1970; null when it stands. */
  readonly undoneAt: number | null;
}

/** What an undo did. */
export interface Undone {
  readonly restored: readonly string[];
  /** Changed or removed since the import. */
  readonly left: readonly string[];
}

/** Imports: what they compare with, what they wrote, and how to take it back. */
export interface ImportStore {
  snapshot(): Promise<CatalogSnapshot>;
  /**
   * Writes an import in one write, if the catalog is still as in `planned`; false, with nothing written, when not.
   * @param receipt null: nothing that could be undone is written
   */
  apply(
    planned: CatalogSnapshot,
    changes: readonly ImportChange[],
    receipt: NewReceipt | null,
    now: number,
    author?: ChangeAuthor,
  ): Promise<boolean>;
  /** Newest first. */
  listReceipts(request: PageRequest): Promise<ListResponse<ReceiptRecord>>;
  getReceipt(id: string): Promise<ReceiptRecord | undefined>;
  /** The text of its document; null when it is not kept. */
  readDocument(id: string): Promise<string | null>;
  /** Puts back what the import found, in one write; undefined when there is nothing to put back any more. */
  undo(id: string, now: number, author?: ChangeAuthor | null): Promise<Undone | undefined>;
}

interface ChangeRow {
  readonly name: string;
  readonly before: string | null;
  readonly source: string | null;
  readonly baseline: string | null;
  readonly hash: string | null;
}

type ReceiptRow = Omit<ReceiptRecord, 'hasDocument' | 'canUndo'> & { hasDocument: number; canUndo: number };

const EVENT_TYPES = {
  ...PAGES_BY_NAME,
  select: `
    SELECT name, description, archived, deprecated, group_name AS groupName, feature_flags AS featureFlags, schemas
    FROM event_type WHERE TRUE`,
  params: [],
  largeColumns: ['description', 'schemas'],
} as const;
const BASELINES = {
  ...PAGES_BY_NAME,
  select: 'SELECT name, source, content FROM import_baseline WHERE TRUE',
  params: [],
  largeColumns: ['content'],
} as const;
const PUT_BASELINES = `
  INSERT INTO import_baseline (name, source, content)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)
  WHERE true
  ON CONFLICT (name) DO UPDATE SET source = excluded.source, content = excluded.content`;
const INSERT_RECEIPT = `
  INSERT INTO import_receipt (id, created_at, source_name, title, document_hash, outcome, document)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const INSERT_CHANGES = `
  INSERT INTO import_change (receipt_id, name, before, before_source, before_baseline, after_hash)
  SELECT value ->> 0, value ->> 1, value ->> 2, known.source, known.content, value ->> 3
  FROM json_each(?)
  LEFT JOIN import_baseline AS known ON known.name = value ->> 1`;
const SELECT_CHANGES = `
  SELECT name, before, before_source AS source, before_baseline AS baseline, after_hash AS hash
  FROM import_change
  WHERE receipt_id = ?`;
const SELECT_RECEIPT = `
  SELECT id, created_at AS createdAt, source_name AS sourceName, title, document_hash AS documentHash, outcome,
    undone_at AS undoneAt, document IS NOT NULL AS hasDocument,
    EXISTS (SELECT 1 FROM import_change WHERE receipt_id = id) AS canUndo
  FROM import_receipt`;
const OLDER_THAN = 'id NOT IN (SELECT id FROM import_receipt ORDER BY id DESC LIMIT ?)';

export function createImportStore(db: Database, compare: CompareEventTypes = compareHere): ImportStore {
  return {
    // Not of one moment: what changes meanwhile is noticed before anything is written.
    async snapshot() {
      return {
        eventTypes: await readPieces<EventTypeText>(db, EVENT_TYPES),
        baselines: await readPieces<BaselineText>(db, BASELINES),
      };
    },
    apply(planned, changes, receipt, now, author) {
      return db.write(async (tx) => {
        if (!(await isStill(tx, EVENT_TYPES, planned.eventTypes))) return false;
        if (!(await isStill(tx, BASELINES, planned.baselines))) return false;
        if (receipt !== null) {
          await insertReceipt(tx, receipt, now);
          await keepWayBack(tx, changes, receipt.id);
        }
        await writeChanges(tx, changes, now, author);
        return true;
      });
    },
    async listReceipts(request) {
      const page = await readPage<ReceiptRow>(
        db,
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
    async undo(id, now, author = null) {
      const rows = await db.all<{ name: string }>('SELECT name FROM import_change WHERE receipt_id = ?', [
        id,
      ]);
      const names = rows.map(({ name }) => name);
      return writeCompared(db, compare, {
        names,
        author,
        plan: (from) => planUndo(from, id),
        async write(tx, plan, differences) {
          // Of two undos at the same time the second finds nothing left to put back.
          const there = await tx.get('SELECT 1 FROM import_change WHERE receipt_id = ? LIMIT 1', [id]);
          if (!there) return undefined;
          await putBack(tx, plan, differences, { now, author });
          await tx.run('DELETE FROM import_change WHERE receipt_id = ?', [id]);
          await tx.run('UPDATE import_receipt SET undone_at = ? WHERE id = ?', [now, id]);
          return { restored: plan.restored, left: plan.left };
        },
        inWrite: (work) => db.write(work),
      });
    },
  };
}

async function readPieces<T>(from: Pick<Transaction, 'all'>, query: PageQuery<T>): Promise<JsonPieces> {
  const pieces: Uint8Array[] = [];
  for await (const page of readPages(from, query)) pieces.push(...toJsonPieces(page));
  return pieces;
}

/** Whether what is read now is what was read then. */
async function isStill<T>(
  from: Pick<Transaction, 'all'>,
  query: PageQuery<T>,
  then: JsonPieces,
): Promise<boolean> {
  let index = 0;
  for await (const page of readPages(from, query)) {
    for (const piece of toJsonPieces(page)) {
      const other = then[index++];
      if (other === undefined || Buffer.compare(piece, other) !== 0) return false;
    }
  }
  return index === then.length;
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

async function writeChanges(
  tx: Transaction,
  changes: readonly ImportChange[],
  now: number,
  author: ChangeAuthor | undefined,
): Promise<void> {
  for (const some of slicesOf(changes, CHANGES_AT_ONCE)) {
    const names = some.flatMap(({ name, after }) => (after === null ? [] : [name]));
    const there = await readEventTypeTexts(tx, names);
    const writes = some.flatMap(({ name, after, difference }) =>
      after === null ? [] : [{ before: there.get(name) ?? null, after, difference }],
    );
    await putEventTypeTexts(tx, writes, now, author ?? null);
    const baselines = some.flatMap(({ name, baseline }) =>
      baseline === null ? [] : [[name, baseline.source, baseline.content]],
    );
    await runInPieces(tx, PUT_BASELINES, baselines, null);
  }
}

/**
 * Keeps what an undo needs: each event type and its baseline as they were, and how it is told from what somebody makes
 * of it since. Before the changes are written.
 */
async function keepWayBack(
  tx: Transaction,
  changes: readonly ImportChange[],
  receiptId: string,
): Promise<void> {
  await runInPieces(tx, INSERT_CHANGES, waysBack(changes, receiptId), null);
}

/** The rows are short, and hashing what they stand for takes long: others have their turn in between. */
async function* waysBack(changes: readonly ImportChange[], receiptId: string) {
  const isEnough = hashedEnough();
  for (const { name, before, after } of changes) {
    yield [receiptId, name, after === null ? null : before, after === null ? null : hashOf(after)];
    if (isEnough(after)) await nextTurn();
  }
}

/** To be asked after each event type that is hashed: whether others should have their turn. */
function hashedEnough(): (hashed: EventTypeText | null | undefined) => boolean {
  let characters = 0;
  return (hashed) => {
    characters += hashed?.schemas?.length ?? 0;
    if (characters < HASHED_PER_TURN) return false;
    characters = 0;
    return true;
  };
}

/** What an undo does, as it is put together. */
interface UndoPlan extends PlannedChange {
  readonly pairs: EventTypePair[];
  readonly restored: string[];
  readonly left: string[];
  /** Made by the import: they go. */
  readonly gone: string[];
  readonly baselines: (readonly string[])[];
  /** No import said anything of them before. */
  readonly unknown: string[];
}

/** What was changed or removed since the import is left. */
async function planUndo(from: Pick<Transaction, 'all'>, receiptId: string): Promise<UndoPlan> {
  const plan: UndoPlan = { restored: [], left: [], gone: [], unknown: [], pairs: [], baselines: [] };
  const query = { ...PAGES_BY_NAME, select: SELECT_CHANGES, params: [receiptId] };
  const isEnough = hashedEnough();
  for await (const page of readPages<ChangeRow>(from, { ...query, largeColumns: ['before', 'baseline'] })) {
    const there = await readEventTypeTexts(
      from,
      page.map(({ name }) => name),
    );
    for (const change of page) {
      const current = there.get(change.name);
      planUndoOf(change, current, plan);
      if (isEnough(current)) await nextTurn();
    }
  }
  return plan;
}

function planUndoOf(
  { name, before, source, baseline, hash }: ChangeRow,
  current: EventTypeText | undefined,
  plan: UndoPlan,
): void {
  if (hash !== null && (current === undefined || hashOf(current) !== hash)) {
    plan.left.push(name);
    return;
  }
  if (hash !== null) plan.restored.push(name);
  if (current === undefined) return;
  if (hash !== null && before === null) {
    plan.gone.push(name);
    return;
  }
  if (before !== null) plan.pairs.push({ before: current, after: textBefore(before) });
  if (source === null || baseline === null) plan.unknown.push(name);
  else plan.baselines.push([name, source, baseline]);
}

async function putBack(
  tx: Transaction,
  { pairs, gone, baselines, unknown }: UndoPlan,
  differences: readonly (EventTypeDiff | null)[],
  { now, author }: { readonly now: number; readonly author: ChangeAuthor | null },
): Promise<void> {
  for (const name of gone) await removeEventType(tx, name, now, author);
  const writes = pairs.map((pair, index) => ({ ...pair, difference: differences[index] ?? null }));
  await putEventTypeTexts(tx, writes, now, author);
  await runInPieces(tx, PUT_BASELINES, baselines, null);
  await tx.run('DELETE FROM import_baseline WHERE name IN (SELECT value FROM json_each(?))', [
    JSON.stringify(unknown),
  ]);
}

/** @param before JSON of the whole event type, as it was */
function textBefore(before: string): EventTypeText {
  const { schemas, ...was } = JSON.parse(before) as Omit<EventTypeContent, 'schemas'> & { schemas: unknown };
  return textOfEventType({
    ...was,
    schemas: schemas === null ? null : (rawMember(before, 'schemas') ?? null),
  });
}

/** Tells one content from another. */
function hashOf(row: EventTypeText): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.values(row)))
    .digest('hex');
}

function toRecord(row: ReceiptRow): ReceiptRecord {
  return { ...row, hasDocument: row.hasDocument === 1, canUndo: row.canUndo === 1 };
}
