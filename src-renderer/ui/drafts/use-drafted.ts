import { useEffect } from 'react';
import { changeDraft, isLike, useDrafts } from './draft-store';
import type { Draft } from './use-draft';

/**
 * The value of one field of a form, and how to set it; kept with the draft of the form. In place of `useState`.
 * @param initial what it is when the form is opened
 * @param kind `secret`: never stored; the browser asks before a reload
 */
export function useDrafted<T>(
  draft: Draft,
  field: string,
  initial: T,
  kind: 'open' | 'secret' = 'open',
): [T, (next: T | ((now: T) => T)) => void] {
  const valueIn = (drafts: ReturnType<typeof useDrafts.getState>): T => {
    const fields = drafts[draft.key]?.fields;
    return fields && Object.hasOwn(fields, field) && isLike(fields[field], initial)
      ? (fields[field] as T)
      : initial;
  };
  const value = useDrafts(valueIn);
  const isStrange = useDrafts((drafts) => {
    const fields = drafts[draft.key]?.fields ?? {};
    return Object.hasOwn(fields, field) && !isLike(fields[field], initial);
  });
  useEffect(() => {
    const { opened } = draft;
    // Nobody typed it here: the form must not say that it restored something.
    if (isStrange) changeDraft(draft.key, { field, value: initial, initial, opened, isSecret: false });
  });
  const set = (next: T | ((now: T) => T)) => {
    const to = next instanceof Function ? next(valueIn(useDrafts.getState())) : next;
    const { opened } = draft;
    changeDraft(draft.key, { field, value: to, initial, opened, isSecret: kind === 'secret' });
  };
  return [value, set];
}
