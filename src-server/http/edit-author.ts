import { browserSessionOf, type Principal } from '../access/principal';
import type { EditAuthor } from '../working-copy/edit-author';

/** Who edits a working copy. */
export function editAuthor(principal: Principal): EditAuthor {
  const sessionId = browserSessionOf(principal) ?? null;
  return { tokenId: principal.tokenId, sessionId };
}
