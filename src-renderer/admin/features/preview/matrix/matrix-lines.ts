import type { MatrixGroup, MatrixRow } from './matrix-rows';

/** One line of the matrix: a group heading, or an event type. */
export type MatrixLine =
  | { readonly kind: 'group'; readonly key: string; readonly group: MatrixGroup }
  | { readonly kind: 'type'; readonly key: string; readonly row: MatrixRow };

/** Height of each kind of line and of the table head, in CSS pixels. */
export interface LineHeights {
  readonly head: number;
  readonly group: number;
  readonly type: number;
}

/** The groups as one list. No event type name contains a slash, so group keys cannot collide with names. */
export function linesOf(groups: readonly MatrixGroup[]): MatrixLine[] {
  return groups.flatMap((group): MatrixLine[] => [
    { kind: 'group', key: `/${group.name ?? ''}`, group },
    ...group.rows.map((row): MatrixLine => ({ kind: 'type', key: row.type.name, row })),
  ]);
}
