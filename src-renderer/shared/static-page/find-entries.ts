import { closestName } from '../event-types/closest-name';
import type { FieldFinder } from '../event-types/field-finder';
import type { SearchEntry } from './search-entry';

/** What a search found. */
export interface FoundEntry extends SearchEntry {
  /** The field without which it would not be among the results. Absent: its texts say it all. */
  readonly field?: string;
}

/**
 * Everything that contains all words of the query, in any order; matches in the name come first, those in a field last.
 * @param fields absent: fields are not searched
 */
export function findEntries(
  entries: readonly SearchEntry[],
  query: string,
  fields?: FieldFinder,
): readonly FoundEntry[] {
  const terms = wordsOf(query).map((word) => ({ word, byField: fields?.with(word) }));
  if (terms.length === 0) return [];
  const ranked: readonly FoundEntry[][] = [[], [], []];
  for (const entry of entries) {
    const text = textOf(entry);
    let field: string | undefined;
    const isFound = terms.every(({ word, byField }) => {
      if (text.includes(word)) return true;
      field = byField?.get(entry.name);
      return field !== undefined;
    });
    if (!isFound) continue;
    const name = entry.name.toLowerCase();
    const rank = field !== undefined ? 2 : terms.every(({ word }) => name.includes(word)) ? 0 : 1;
    ranked[rank]?.push(field === undefined ? entry : { ...entry, field });
  }
  return ranked.flat();
}

/** The query with words that are nowhere replaced by the closest ones that are. Null: there is nothing to suggest. */
export function closestQuery(
  entries: readonly SearchEntry[],
  query: string,
  fields?: FieldFinder,
): string | null {
  let isBetter = false;
  const names = [...entries.map(({ name }) => name), ...(fields?.names ?? [])];
  const words = wordsOf(query).map((word) => {
    if (findEntries(entries, word, fields).length > 0) return word;
    const close = closestName(word, names);
    isBetter ||= close !== null;
    return close ?? word;
  });
  const better = words.join(' ');
  return isBetter && findEntries(entries, better, fields).length > 0 ? better : null;
}

const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

const textOf = ({ name, what, text, words = '' }: SearchEntry) =>
  `${name} ${what} ${text} ${words}`.toLowerCase();
