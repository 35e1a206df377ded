import type { SearchEntry } from './search-entry';

/** Everything that contains all words of the query, in any order; matches in the name come first. */
export function findEntries(entries: readonly SearchEntry[], query: string): readonly SearchEntry[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  const hasAll = (text: string) => terms.every((word) => text.toLowerCase().includes(word));
  const found = entries.filter(({ name, what, text, words = '' }) =>
    hasAll(`${name} ${what} ${text} ${words}`),
  );
  return [...found.filter(({ name }) => hasAll(name)), ...found.filter(({ name }) => !hasAll(name))];
}
