import { toIsoTime } from '../../base/clock';
import type {
  CopySidesOut,
  CopyState,
  CopyStepsOut,
  PutBackOut,
  WorkingCopyOut,
} from '../../contract/working-copy';
import type { EditSummary } from '../../storage/catalog/working-copy-journal';
import type { WorkingCopyRecord } from '../../storage/catalog/working-copy-store';
import type { PutBack } from '../../sync/copy-editor';
import type { ComparedSides, NamedConflict } from '../../sync/working-copies';
import { type EditAuthor, isSameAuthor } from '../../working-copy/edit-author';
import { rawJson } from '../raw-json';

/** @param record undefined: nothing was fetched yet */
export function presentWorkingCopy(record: WorkingCopyRecord | undefined): WorkingCopyOut {
  return {
    fetchedAt: record === undefined ? null : toIsoTime(record.fetchedAt),
    state: stateOf(record),
    changes: record?.changes ?? 0,
    theirs: record?.theirs ?? 0,
    conflicts: record?.conflicts ?? 0,
    note: record?.note ?? '',
  };
}

function stateOf(record: WorkingCopyRecord | undefined): CopyState {
  if (record === undefined) return 'none';
  if (record.isOffline) return 'offline';
  if (record.conflicts > 0) return 'conflicts';
  if (record.changes > 0) return 'changed';
  return record.theirs > 0 ? 'behind' : 'up_to_date';
}

/** A side without content is absent. */
export function presentConflict({ name, pointer, writesMore, base, mine, theirs }: NamedConflict): object {
  const side = (key: string, text: string | null) => (text === null ? {} : { [key]: rawJson(text) });
  return {
    name,
    pointer,
    writesMore,
    ...side('base', base),
    ...side('mine', mine),
    ...side('theirs', theirs),
  };
}

export function presentSides(name: string, sides: ComparedSides): CopySidesOut {
  const { base, mine, theirs, mineChanged, theirsChanged, inConflict } = sides;
  const content = (text: string | null): CopySidesOut['base'] => (text === null ? null : rawJson(text));
  return {
    name,
    base: content(base),
    mine: content(mine),
    theirs: content(theirs),
    mineChanged,
    theirsChanged,
    inConflict,
  };
}

export function presentPutBack({ restored, left }: PutBack): PutBackOut {
  return { restored: [...restored], left: [...left] };
}

/** @param by the name of the token that made the edit; null: not known */
export function presentStep(
  { id, act, editedAt, types, name, author }: EditSummary,
  { by, asking }: { readonly by: string | null; readonly asking: EditAuthor },
): NonNullable<CopyStepsOut['undo']> {
  return {
    edit: id,
    act,
    editedAt: toIsoTime(editedAt),
    types,
    name,
    by,
    isOwn: isSameAuthor(author, asking),
  };
}
