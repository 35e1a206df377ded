import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocalApi } from '../../../data/use-local-api';
import type { FrameDraft } from '../../../parts/portal-frame/use-frame-access';
import { useMay } from '../../../platform/use-may';
import type { DraftEntry } from './draft-entries';
import { DraftSender, type SentDraft } from './draft-sender';

interface SentDraftParts {
  /** The connection whose working copy is below the changes. Null: the stored catalog is. */
  readonly connectionId: string | null;
  /** The time at which the stored catalog is shown, RFC 3339. Null: as it is. */
  readonly at: string | null;
  readonly entries: readonly DraftEntry[];
}

/** The draft that the frames of this screen show. */
interface ShownDraft extends SentDraft {
  /** Undefined: there was nothing to draft, and the frames show the stored catalog. */
  readonly draft: FrameDraft | undefined;
  readonly retry: () => void;
}

/**
 * Keeps a draft on this computer like the one in the page, for its frames: from the first change until the frames are
 * left. A draft that becomes empty stays, since another token would reload the frames.
 */
export function useSentDraft({ connectionId, at, entries }: SentDraftParts): ShownDraft {
  const api = useLocalApi();
  const mayDraft = useMay()('POST /portal-preview-drafts');
  const sender = useMemo(() => new DraftSender({ api, connectionId, at }), [api, connectionId, at]);
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && (connectionId !== null || at !== null || entries.length > 0)) setNeeded(true);
  useEffect(() => {
    const leave = () => sender.leave();
    sender.open();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      sender.close();
    };
  }, [sender]);
  useEffect(() => {
    if (isNeeded && mayDraft) sender.want(entries);
  }, [sender, isNeeded, mayDraft, entries]);
  const state = useSyncExternalStore(sender.subscribe, sender.state);
  const { id } = state;
  const draft = useMemo(() => (isNeeded ? { id, onGone: sender.gone } : undefined), [isNeeded, id, sender]);
  return { ...state, draft, retry: () => sender.retry() };
}
