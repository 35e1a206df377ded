import { slicesOf } from '../../base/slices-of';
import type { EventTypeDiff } from '../../json-schema/event-type-changes';
import type { Transaction } from '../transaction';
import { putEventTypeTexts, readEventTypeTexts } from './event-type-batch';
import type { EventTypeText } from './event-type-text';
import type { ChangeAuthor } from './event-type-version-store';
import { type BaselineText, putBaselines } from './import-baseline';

/** Event types written in one piece. */
const CHANGES_AT_ONCE = 500;

/** What an import does to one event type. */
export interface ImportChange {
  readonly name: string;
  /** JSON of the whole event type before. Null: it did not exist. */
  readonly before: string | null;
  /** What it becomes. Null: it stays, and only its baseline changes. */
  readonly after: EventTypeText | null;
  /** The difference, for its history. Null: it is new, or unchanged. */
  readonly difference: EventTypeDiff | null;
  /** Null: the baseline stays as it is. */
  readonly baseline: Omit<BaselineText, 'name'> | null;
}

/** Writes what an import does to the catalog. */
export async function writeImportChanges(
  tx: Transaction,
  changes: readonly ImportChange[],
  now: number,
  author: ChangeAuthor | null,
): Promise<void> {
  for (const some of slicesOf(changes, CHANGES_AT_ONCE)) {
    const names = some.flatMap(({ name, after }) => (after === null ? [] : [name]));
    const there = await readEventTypeTexts(tx, names);
    const writes = some.flatMap(({ name, after, difference }) =>
      after === null ? [] : [{ before: there.get(name) ?? null, after, difference }],
    );
    await putEventTypeTexts(tx, writes, now, author);
    const baselines = some.flatMap(({ name, baseline }) =>
      baseline === null ? [] : [{ name, ...baseline }],
    );
    await putBaselines(tx, baselines);
  }
}
