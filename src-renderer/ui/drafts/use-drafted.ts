import { changeDraft, useDrafts } from './draft-store';
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
): [T, (next: T) => void] {
  const fields = useDrafts((drafts) => drafts[draft.key]?.fields);
  const value = fields && Object.hasOwn(fields, field) ? (fields[field] as T) : initial;
  const set = (next: T) => {
    const { opened } = draft;
    changeDraft(draft.key, { field, value: next, initial, opened, isSecret: kind === 'secret' });
  };
  return [value, set];
}
