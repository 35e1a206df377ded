import type { ImportRow, ImportState } from '../../../../src-server/contract/import-plan';
import { stringifyOrdered } from '../../../../src-server/json-schema/ordered-json';
import type { DecidedRow } from './row-choice';

/** Which rows are shown: those of one state, those that changed with the last plan, or all. */
export type ShownState = ImportState | 'moved' | 'all';

export interface RowFilter {
  readonly show: ShownState;
  /** Words that must all occur in the name, the key or the description. */
  readonly search: string;
  /** True: unchanged rows are listed with the others. */
  readonly isUnfolded: boolean;
  /** Rows that differ between the last plan and the one before. */
  readonly moved: ReadonlySet<string>;
  /** A row that stays in the list whatever its state becomes: the one being edited. Empty: none. */
  readonly heldId: string;
}

/** The rows to list, in the order of the plan. */
export function filterRows(rows: readonly DecidedRow[], filter: RowFilter): readonly DecidedRow[] {
  const terms = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(
    (decided) => decided.row.id === filter.heldId || (isOfState(decided, filter) && hasTerms(decided, terms)),
  );
}

function isOfState({ row }: DecidedRow, { show, isUnfolded, search, moved }: RowFilter): boolean {
  if (show === 'moved') return moved.has(row.id);
  if (show !== 'all') return row.state === show;
  return isUnfolded || search !== '' || row.state !== 'unchanged';
}

function hasTerms({ row, name }: DecidedRow, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const text =
    `${name} ${row.key ?? ''} ${row.operationId ?? ''} ${row.after?.description ?? ''}`.toLowerCase();
  return terms.every((word) => text.includes(word));
}

/** Rows that are not in both plans, or that differ: those to review again. */
export function movedRows(before: readonly ImportRow[], after: readonly ImportRow[]): ReadonlySet<string> {
  const known = new Map(before.map((row) => [row.id, stringifyOrdered(row)]));
  return new Set(after.filter((row) => known.get(row.id) !== stringifyOrdered(row)).map(({ id }) => id));
}
