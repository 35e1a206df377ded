import { ApiFailure } from '../../api/api-failure';
import { type FormFields, patchOf } from './patch-of';
import { SaveConflict } from './save-conflict';

/** Somebody may change other fields while this is saved; this many times in a row is something else. */
const ATTEMPTS_MAX = 4;

/** A thing that a form edits, as far as the form shows it. */
export interface EditedThing<T> {
  readonly fields: FormFields<T>;
  /** Reads its current state. A null tag: the server knows none. */
  readonly read: () => Promise<{ readonly value: T; readonly tag: string | null }>;
  /** Writes some members, only in the state with that tag. @throws ApiFailure 412 in any other */
  readonly write: (patch: Partial<T>, ifMatch: string | null) => Promise<unknown>;
}

/**
 * Saves what was changed, and nothing else. A change by somebody else of other fields stays, and does not stop this one.
 * @returns whether anything had to be written
 * @throws SaveConflict, with nothing written, when somebody else changed the same fields
 * @throws ApiFailure
 */
export async function saveChanges<T>(
  { fields, read, write }: EditedThing<T>,
  { opened, mine }: { readonly opened: T; readonly mine: T },
): Promise<boolean> {
  if (Object.keys(patchOf(fields, { opened, mine, theirs: opened }).patch).length === 0) return false;
  for (let attempt = 1; ; attempt += 1) {
    const { value: theirs, tag } = await read();
    const { patch, conflicts } = patchOf(fields, { opened, mine, theirs });
    if (conflicts.length > 0) throw new SaveConflict(fields, conflicts, { opened, mine, theirs });
    if (Object.keys(patch).length === 0) return false;
    try {
      await write(patch, tag);
      return true;
    } catch (cause) {
      const isOutdated = cause instanceof ApiFailure && cause.status === 412;
      if (!isOutdated || attempt === ATTEMPTS_MAX) throw cause;
    }
  }
}
