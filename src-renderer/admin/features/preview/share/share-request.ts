import { isSharedPage, type ShareLinkIn } from '../../../../../src-server/contract/share-link';
import type { PlannedFrame } from '../../../../shared/preview-frames/planned-frame';
import type { SourceWord } from '../draft/frame-source';

/** What the preview shows, as far as a share link holds it. */
export interface ShownFrames {
  readonly frames: readonly PlannedFrame[];
  readonly appId: string;
  /** The page of the portal. */
  readonly page: string;
  readonly widthPx: number;
  readonly source: SourceWord;
  /** The draft on this computer that the frames show. Null: none, or it is being created. */
  readonly draftId: string | null;
}

/** Days that a link may work. */
export const SHARE_DAYS = ['1', '7', '30'] as const;
export type ShareDays = (typeof SHARE_DAYS)[number];

/** The link that shows exactly this. */
export function shareRequest(shown: ShownFrames, title: string, days: ShareDays): ShareLinkIn {
  const { frames, appId, page, widthPx, source, draftId } = shown;
  const isDraft = source !== 'Stored';
  return {
    title: title.trim() === '' ? null : title.trim(),
    appId,
    page,
    widthPx,
    frames: frames.map(({ set, theme }) => ({
      // A copy: the link has no part in what becomes of the set itself.
      letter: set.letter,
      name: set.name,
      colour: set.colour,
      featureFlags: [...set.featureFlags],
      theme,
      isDraft,
    })),
    previewDraftId: isDraft ? draftId : null,
    expiry: Number(days) * 86_400,
  };
}

/** Why this cannot be shared now, in a sentence; null: it can. */
export function whyNotShared({ page, source, draftId }: ShownFrames): string | null {
  if (!isSharedPage(page))
    return 'Only the event catalog, an event type and the list of endpoints can be shared. Choose one of them as the page of the frames.';
  if (source !== 'Stored' && draftId === null) return 'The draft is still being sent to the server.';
  return null;
}
