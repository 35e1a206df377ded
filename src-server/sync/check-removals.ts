import { apiError } from '../base/errors';
import type { WorkingCopyStore } from '../storage/catalog/working-copy-store';
import type { SyncChoices } from '../working-copy/sides';

/** More than these, or more than a tenth, is not removed without a question. */
const MOST_REMOVED = 10;
const NAMED_MAX = 5;

/**
 * Asks before a sync that follows an instance into losing most of its catalog: another one may answer at its address,
 * or its list may have come back empty.
 * @throws ApiError confirmation_needed
 */
export async function checkRemovals(
  copies: Pick<WorkingCopyStore, 'listGone'>,
  connectionId: string,
  { names, acceptRemovals }: Pick<SyncChoices, 'names' | 'acceptRemovals'>,
): Promise<void> {
  if (acceptRemovals) return;
  const { known, gone } = await copies.listGone(connectionId);
  const wanted = names && new Set(names);
  const removed = gone.filter(
    ({ name, mineChanged }) => !mineChanged && (wanted === null || wanted.has(name)),
  );
  const count = (some: number) => `${some} of ${known} event ${known === 1 ? 'type' : 'types'}`;
  const ask =
    'The list may be incomplete, or another instance may be running there. If this is intended, confirm it (acceptRemovals).';
  // One is the ordinary case, and more than a tenth of a small catalog.
  if (removed.length > MOST_REMOVED || removed.length > Math.max(1, known / 10)) {
    const named = removed.slice(0, NAMED_MAX).map(({ name }) => name);
    const more = removed.length - named.length;
    const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
    throw apiError(
      'confirmation_needed',
      `This sync would remove ${count(removed.length)} from the working copy, because they are gone there: ${list}. ${ask}`,
    );
  }
  // What was changed here would go to a stranger, whatever this sync is limited to.
  if (gone.length === known ? known > 0 : gone.length > known / 2) {
    throw apiError('confirmation_needed', `${count(gone.length)} are gone there. ${ask}`);
  }
}
