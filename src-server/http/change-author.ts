import type { Principal } from '../access/principal';
import type { ChangeAuthor } from '../storage/catalog/event-type-version-store';

/** Who changes an event type, in the form stored in its history. */
export function changeAuthor(
  principal: Principal,
  more: Pick<ChangeAuthor, 'act' | 'source' | 'announced'> = {},
): ChangeAuthor {
  return { tokenId: principal.tokenId, ...more };
}
