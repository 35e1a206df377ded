import { ApiFailure } from '../../../../api/api-failure';

export type UnsavedBecause = 'unknown' | 'unreachable';

/** Why the sets cannot be read, if they are offered all the same; null: that is a failure. */
export function unsavedBecause(cause: unknown, isCopy: boolean): UnsavedBecause | null {
  if (!(cause instanceof ApiFailure)) return null;
  // Another server with the same API need not know sets.
  if (cause.status === 404) return 'unknown';
  // A working copy is looked at without a network too.
  return isCopy ? 'unreachable' : null;
}
