import { type DraftStorage, dropKept, keepDraft } from './kept-drafts';
import { isDirty, noteKept, useSchemaDrafts } from './schema-drafts';

/** How long typing must pause before a draft is written; leaving the page does not wait for that. */
const REST_MS = 400;

/**
 * Keeps drafts in the browser's storage, a moment after each change, and drops those that were saved.
 * @param page reports that it is being left
 * @returns stops it, after writing everything
 */
export function keepDrafts(
  storage: DraftStorage,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  now: () => number = Date.now,
): () => void {
  const waiting = new Set<string>();
  let rest: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(rest);
    const { drafts } = useSchemaDrafts.getState();
    for (const key of waiting) {
      const draft = drafts.get(key);
      if (draft && isDirty(draft)) noteKept(key, keepDraft(storage, key, draft, now()));
      else {
        dropKept(storage, key);
        noteKept(key, true);
      }
    }
    waiting.clear();
  };
  const unsubscribe = useSchemaDrafts.subscribe(({ drafts }, before) => {
    if (drafts === before.drafts) return;
    for (const [key, draft] of drafts) {
      const old = before.drafts.get(key);
      const isKeptSo =
        old?.history.text === draft.history.text &&
        old.base === draft.base &&
        old.unfinished === draft.unfinished;
      if (!isKeptSo) waiting.add(key);
    }
    if (waiting.size === 0) return;
    clearTimeout(rest);
    rest = setTimeout(write, REST_MS);
  });
  page.addEventListener('pagehide', write);
  return () => {
    unsubscribe();
    page.removeEventListener('pagehide', write);
    write();
  };
}
