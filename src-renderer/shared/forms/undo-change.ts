import { UndoRefused } from '../../ui/toast-store';
import { SaveConflict } from './save-conflict';

/**
 * Takes a change back, unless somebody has changed the same since: then it asks first.
 * @param save saves what differs from what it is given as opened
 * @throws UndoRefused
 */
export async function undoChange<T>(
  save: (change: { readonly opened: T; readonly mine: T }) => Promise<unknown>,
  { before, after }: { readonly before: T; readonly after: T },
): Promise<void> {
  try {
    await save({ opened: after, mine: before });
  } catch (cause) {
    if (!(cause instanceof SaveConflict)) throw cause;
    const seen = cause.theirs as T;
    throw new UndoRefused(cause.detail, () => undoChange(save, { before, after: seen }));
  }
}
