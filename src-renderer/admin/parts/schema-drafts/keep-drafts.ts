import { type DraftStorage, dropKept, hasKept, keepDraft, placeOf } from './kept-drafts';
import { isDirty, noteKept, type SchemaDraft, useSchemaDrafts } from './schema-drafts';

/** How long typing must pause before a draft is written; leaving the page does not wait for that. */
const REST_MS = 400;

type Drafts = ReadonlyMap<string, SchemaDraft>;

interface KeepParts {
  readonly storage: DraftStorage;
  /** This tab: only its own drafts are written and dropped. */
  readonly tab: string;
  /** Reports that it is being left. */
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  readonly now?: () => number;
}

/**
 * Keeps the drafts of this tab in the browser's storage, a moment after each change, and drops those that were saved.
 * @returns stops it, after writing everything
 */
export function keepDrafts({ storage, tab, page, now = Date.now }: KeepParts): () => void {
  const waiting = new Set<string>();
  let rest: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(rest);
    const { drafts } = useSchemaDrafts.getState();
    for (const key of waiting) {
      const draft = drafts.get(key);
      const place = placeOf(key, tab);
      if (draft && isDirty(draft)) noteKept(key, keepDraft(storage, place, draft, now()));
      else {
        dropKept(storage, place);
        noteKept(key, true);
      }
    }
    waiting.clear();
  };
  const noteChanged = (drafts: Drafts, before: Drafts) => {
    for (const [key, draft] of drafts) {
      const old = before.get(key);
      const isKeptSo =
        old?.history.text === draft.history.text &&
        old.base === draft.base &&
        old.unfinished === draft.unfinished;
      if (!isKeptSo) waiting.add(key);
    }
    if (waiting.size === 0) return;
    clearTimeout(rest);
    rest = setTimeout(write, REST_MS);
  };
  const unsubscribe = useSchemaDrafts.subscribe(({ drafts }, before) => {
    if (drafts !== before.drafts) noteChanged(drafts, before.drafts);
  });
  const writeAll = () => {
    // Another tab that needed the room may have removed one.
    for (const [key, draft] of useSchemaDrafts.getState().drafts)
      if (isDirty(draft) && !hasKept(storage, placeOf(key, tab))) waiting.add(key);
    write();
  };
  page.addEventListener('pagehide', writeAll);
  return () => {
    unsubscribe();
    page.removeEventListener('pagehide', writeAll);
    write();
  };
}
