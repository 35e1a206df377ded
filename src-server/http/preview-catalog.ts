import type { Principal } from '../access/principal';
import { apiError } from '../base/errors';
import type { DraftCatalog } from '../catalog/draft-catalog';
import type { PreviewDrafts } from '../catalog/preview-drafts';

/**
 * The draft that a principal sees in place of the stored catalog. Null: it sees the stored one.
 * @throws ApiError authentication_failed when the draft ended after the request was let in
 */
export type PreviewCatalog = (principal: Principal) => DraftCatalog | null;

export function createPreviewCatalog(drafts: Pick<PreviewDrafts, 'catalogOf'>): PreviewCatalog {
  return (principal) => {
    if (principal.kind !== 'portal' || principal.draftId === null) return null;
    const catalog = drafts.catalogOf(principal.draftId);
    if (!catalog) throw apiError('authentication_failed', 'The draft that this token shows is gone.');
    return catalog;
  };
}
