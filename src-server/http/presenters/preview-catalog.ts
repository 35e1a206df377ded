import type { Principal } from '../../access/principal';
import { apiError } from '../../base/errors';
import { sharedSource } from '../../catalog/drafts/catalog-source';
import { DraftCatalog } from '../../catalog/drafts/draft-catalog';
import type { PreviewDrafts } from '../../catalog/drafts/preview-drafts';
import type { EventTypeStore } from '../../storage/catalog/event-type-store';
import type { SharedDraftStore } from '../../storage/catalog/shared-draft-store';

export interface PreviewCatalogParts {
  readonly previewDrafts: Pick<PreviewDrafts, 'catalogOf'>;
  readonly sharedDrafts: SharedDraftStore;
  readonly eventTypes: Pick<EventTypeStore, 'findUnusable'>;
}

/**
 * The draft that a principal sees in place of the stored catalog. Null: it sees the stored one.
 * @throws ApiError authentication_failed when the draft ended after the request was let in
 */
export type PreviewCatalog = (principal: Principal) => DraftCatalog | null;

export function createPreviewCatalog(parts: PreviewCatalogParts): PreviewCatalog {
  return (principal) => {
    if (principal.kind === 'share') return principal.isCopy ? sharedCatalog(parts, principal.tokenId) : null;
    if (principal.kind !== 'portal' || principal.draftId === null) return null;
    const catalog = parts.previewDrafts.catalogOf(principal.draftId);
    if (!catalog) throw apiError('authentication_failed', 'The draft that this token shows is gone.');
    return catalog;
  };
}

/** The event types that were copied for a share link: a draft in which nothing changes any more. */
function sharedCatalog({ sharedDrafts, eventTypes }: PreviewCatalogParts, shareId: string): DraftCatalog {
  return new DraftCatalog({
    source: sharedSource(sharedDrafts, shareId),
    stored: eventTypes,
    content: { changes: new Map(), names: [], changedAt: 0, revision: 0, isAllDraft: true },
  });
}
