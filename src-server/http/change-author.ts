import type { Principal } from '../access/principal';
import type { ChangeAuthor } from '../storage/event-type-version-store';

/** Who changes an event type, as its history has it. */
export function changeAuthor(
  principal: Principal,
  more: Pick<ChangeAuthor, 'act' | 'source'> = {},
): ChangeAuthor {
  return { tokenId: principal.tokenId, ...more };
}
