import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { groupEventTypes } from '../../../../shared/event-types/group-event-types';
import { type PreviewType, sees } from '../../../../shared/preview-frames/visible-types';

export interface MatrixRow {
  readonly type: PreviewType;
  /** For each set, in order. */
  readonly visible: readonly boolean[];
}

export interface MatrixGroup {
  readonly name: string | null;
  readonly rows: readonly MatrixRow[];
  /** How many of the whole group each set sees, whichever rows are shown. */
  readonly counts: readonly number[];
  readonly size: number;
}

interface MatrixFilter {
  /** True: includes rows that are the same in every column. */
  readonly all: boolean;
  readonly search: string;
  /** Names that are shown although they do not differ, such as those being tried out. */
  readonly keep: readonly string[];
}

/** Event types by sets, by group. Groups without rows are left out; archived types are in no list. */
export function matrixGroups(
  types: readonly PreviewType[],
  sets: readonly FlagSet[],
  { all, search, keep }: MatrixFilter,
): MatrixGroup[] {
  const wanted = search.trim().toLowerCase();
  const current = types.filter(({ archived }) => !archived);
  return groupEventTypes(current).flatMap(({ name, eventTypes }) => {
    const members = eventTypes.map((type) => ({ type, visible: sets.map((set) => sees(type, set)) }));
    const rows = members.filter(
      ({ type, visible }) =>
        (all || keep.includes(type.name) || new Set(visible).size > 1) &&
        (wanted === '' || type.name.toLowerCase().includes(wanted)),
    );
    if (rows.length === 0) return [];
    const counts = sets.map((_, column) => members.filter(({ visible }) => visible[column]).length);
    return [{ name, rows, counts, size: members.length }];
  });
}
