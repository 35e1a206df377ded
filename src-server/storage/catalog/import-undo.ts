import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { slicesOf } from '../../base/slices-of';
import type { EventTypeDiff } from '../../json-schema/event-type-changes';
import { rawMember } from '../../json-schema/raw-json-text';
import { oncePerDialect } from '../once-per-dialect';
import { readPages } from '../page';
import type { Transaction } from '../transaction';
import type { EventTypePair, PlannedChange } from './compared-write';
import { putEventTypeTexts, readEventTypeTexts, removeEventTypes, runInPieces } from './event-type-batch';
import { type EventTypeContent, type EventTypeText, textOfEventType } from './event-type-text';
import type { ChangeAuthor } from './event-type-version-store';
import { type BaselineText, putBaselines, removeBaselines } from './import-baseline';
import type { ImportChange } from './import-changes';
import { PAGES_BY_NAME } from './pages-by-name';

/** Characters of schemas hashed at once: some milliseconds. */
const HASHED_PER_TURN = 1_000_000;

interface ChangeRow {
  readonly name: string;
  readonly before: string | null;
  readonly source: string | null;
  readonly baseline: string | null;
  readonly hash: string | null;
}

const WAY_BACK_COLUMNS = { receipt_id: 'text', name: 'text', before: 'text', after_hash: 'text' } as const;
const insertChanges = oncePerDialect(
  (dialect) => `
  INSERT INTO import_change (receipt_id, name, before, before_source, before_baseline, after_hash)
  SELECT given.receipt_id, given.name, given.before, known.source, known.content, given.after_hash
  FROM ${dialect.rows('?', WAY_BACK_COLUMNS, 'given')}
  LEFT JOIN import_baseline AS known ON known.name = given.name`,
);
/** Names per statement. */
const NAMES_AT_ONCE = 500;
const selectEdited = oncePerDialect(
  (dialect) => `
  SELECT DISTINCT name FROM event_type_version AS later
  WHERE ${dialect.isAmongTexts('name', '?')} AND id > (
    SELECT max(id) FROM event_type_version AS own
    WHERE own.name = later.name AND own.created_at = (SELECT created_at FROM import_receipt WHERE id = ?)
  )
  ORDER BY name`,
);
const SELECT_CHANGES = `
  SELECT name, before, before_source AS source, before_baseline AS baseline, after_hash AS hash
  FROM import_change
  WHERE receipt_id = ?`;

/**
 * Keeps what an undo needs: the previous state of each event type and its baseline, and how to tell whether somebody
 * has changed it since. Call it before the changes are written.
 */
export async function keepWayBack(
  tx: Transaction,
  changes: readonly ImportChange[],
  receiptId: string,
): Promise<void> {
  await runInPieces(tx, insertChanges(tx.dialect), waysBack(changes, receiptId), null);
}

/** The rows are short, but hashing what they stand for takes long: other work gets its turn in between. */
async function* waysBack(changes: readonly ImportChange[], receiptId: string) {
  const isEnough = hashedEnough();
  for (const { name, before, after } of changes) {
    yield [receiptId, name, after === null ? null : before, after === null ? null : hashOf(after)];
    if (isEnough(after)) await nextTurn();
  }
}

/** Call it after each hashed event type: whether other work should get a turn. */
function hashedEnough(): (hashed: EventTypeText | null | undefined) => boolean {
  let characters = 0;
  return (hashed) => {
    characters += hashed?.schemas?.length ?? 0;
    if (characters < HASHED_PER_TURN) return false;
    characters = 0;
    return true;
  };
}

/** What an undo does, while it is assembled. */
interface UndoPlan extends PlannedChange {
  readonly pairs: EventTypePair[];
  readonly restored: string[];
  readonly left: string[];
  /** Those of the restored that somebody edited since, and set back to what the import wrote. */
  readonly edited: string[];
  /** Created by the import: removed. */
  readonly gone: string[];
  readonly baselines: BaselineText[];
  /** No import mentioned them before. */
  readonly unknown: string[];
}

/** What was changed or removed since the import is left alone; what was changed and set back is named. */
export async function planUndo(
  from: Pick<Transaction, 'all' | 'dialect'>,
  receiptId: string,
): Promise<UndoPlan> {
  const plan: UndoPlan = {
    restored: [],
    left: [],
    edited: [],
    gone: [],
    unknown: [],
    pairs: [],
    baselines: [],
  };
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
  for (const some of slicesOf(plan.restored, NAMES_AT_ONCE)) {
    const params = [JSON.stringify(some), receiptId];
    const rows = await from.all<{ name: string }>(selectEdited(from.dialect), params);
    plan.edited.push(...rows.map(({ name }) => name));
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
  else plan.baselines.push({ name, source, content: baseline });
}

export async function putBack(
  tx: Transaction,
  { pairs, gone, baselines, unknown }: UndoPlan,
  differences: readonly (EventTypeDiff | null)[],
  { now, author }: { readonly now: number; readonly author: ChangeAuthor | null },
): Promise<void> {
  await removeEventTypes(tx, gone, now, author);
  const writes = pairs.map((pair, index) => ({ ...pair, difference: differences[index] ?? null }));
  await putEventTypeTexts(tx, writes, now, author);
  await putBaselines(tx, baselines);
  await removeBaselines(tx, unknown);
}

/** @param before JSON of the whole event type as it was */
function textBefore(before: string): EventTypeText {
  const { schemas, ...was } = JSON.parse(before) as Omit<EventTypeContent, 'schemas'> & { schemas: unknown };
  return textOfEventType({
    // What was noted before there were these has neither.
    ...{ sunsetAt: null, replacedBy: null },
    ...was,
    schemas: schemas === null ? null : (rawMember(before, 'schemas') ?? null),
  });
}

/** Distinguishes one content from another. */
function hashOf(row: EventTypeText): string {
  const { sunsetAt, replacedBy, ...others } = row;
  const values: unknown[] = Object.values(others);
  // What was noted before there were these two is found again.
  if (sunsetAt !== null || replacedBy !== null) values.push(sunsetAt, replacedBy);
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
