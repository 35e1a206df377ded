import { apiError } from '../../base/errors';
import { SHARED_DRAFT_MAX_BYTES } from '../../contract/limits';
import { LIST_LIMIT_MAX } from '../../contract/list';
import type { SharedDraftStore } from '../../storage/catalog/shared-draft-store';
import type { DraftCatalog } from './draft-catalog';

interface CopyParts {
  readonly catalog: Pick<DraftCatalog, 'list'>;
  readonly drafts: Pick<SharedDraftStore, 'add'>;
  readonly shareId: string;
  /** The flags of all frames that show the draft: what none of them sees is not copied. */
  readonly flags: readonly string[];
}

/**
 * Copies what the frames of a share link show of a draft, page by page, so that it neither changes nor ends with the
 * draft. Archived event types come along: their own pages can be shown.
 * @returns how many
 * @throws ApiError limit_reached if they are too large together
 */
export async function copySharedDraft({ catalog, drafts, shareId, flags }: CopyParts): Promise<number> {
  let count = 0;
  let bytes = 0;
  for (let iterator: string | null = null, done = false; !done; ) {
    const page: Awaited<ReturnType<DraftCatalog['list']>> = await catalog.list({
      limit: LIST_LIMIT_MAX,
      iterator,
      includeArchived: true,
      withSchemas: true,
      visibleFlags: flags,
    });
    bytes += await drafts.add(shareId, page.data);
    if (bytes > SHARED_DRAFT_MAX_BYTES) {
      const most = SHARED_DRAFT_MAX_BYTES / 1024 / 1024;
      throw apiError(
        'limit_reached',
        `The event types of this draft are larger than ${most} MiB, the most that a share link can keep. Share the stored catalog instead.`,
      );
    }
    count += page.data.length;
    ({ iterator, done } = page);
  }
  return count;
}
