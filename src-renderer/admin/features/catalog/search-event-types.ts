import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { atOnce, type Steps } from '../../platform/in-slices';

/** An event type with its texts in the form that a search compares. */
export interface SearchEntry {
  readonly type: ListedEventType;
  /** In lower case. */
  readonly name: string;
  readonly description: string;
}

/** Names of the fields of one event type, and the same in lower case. */
export interface FieldTexts {
  readonly names: readonly string[];
  readonly lower: readonly string[];
}

/** Where a search found an event type. */
export type SearchPlace =
  | { readonly kind: 'name' }
  | { readonly kind: 'description' }
  | { readonly kind: 'field'; readonly field: string };

/** An event type that a search found. */
export interface SearchHit {
  readonly type: ListedEventType;
  readonly place: SearchPlace;
}

const IN_NAME: SearchPlace = { kind: 'name' };
const IN_DESCRIPTION: SearchPlace = { kind: 'description' };

/** Prepares the searched data; done once per list, not once per letter. */
export function searchEntries(types: readonly ListedEventType[]): readonly SearchEntry[] {
  return types.map((type) => ({
    type,
    name: type.name.toLowerCase(),
    description: type.description.toLowerCase(),
  }));
}

/** What a search found. */
export interface Found {
  readonly hits: readonly SearchHit[];
  /** Those of the hits, in the same order: a refined search need not look at any others. */
  readonly entries: readonly SearchEntry[];
}

/** How many are searched in one step. */
const STEP = 250;

/** All of them, as an empty search finds them. */
export function allHits(entries: readonly SearchEntry[]): readonly SearchHit[] {
  return entries.map(({ type }) => ({ type, place: IN_NAME }));
}

/**
 * Finds the event types that contain every word in their name, their description or the name of a schema field,
 * ignoring case, in the order of the entries.
 * @param fields by name of the event type; missing ones are not known yet
 */
export function searchEventTypes(
  entries: readonly SearchEntry[],
  search: string,
  fields: ReadonlyMap<string, FieldTexts>,
): readonly SearchHit[] {
  return atOnce(searchSteps(entries, search, fields)).hits;
}

/** The same, one step at a time. */
export function* searchSteps(
  entries: readonly SearchEntry[],
  search: string,
  fields: ReadonlyMap<string, FieldTexts>,
): Steps<Found> {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const hits: SearchHit[] = [];
  const found: SearchEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % STEP === STEP - 1) yield;
    const place = placeOf(entry, terms, fields);
    if (!place) continue;
    hits.push({ type: entry.type, place });
    found.push(entry);
  }
  return { hits, entries: found };
}

/** The least obvious place where one of the words was found; null: one was not found. */
function placeOf(
  { type, name, description }: SearchEntry,
  terms: readonly string[],
  fields: ReadonlyMap<string, FieldTexts>,
): SearchPlace | null {
  let place = IN_NAME;
  for (const word of terms) {
    if (name.includes(word)) continue;
    if (description.includes(word)) {
      if (place.kind === 'name') place = IN_DESCRIPTION;
      continue;
    }
    const own = fields.get(type.name);
    const field = own?.names[own.lower.findIndex((text) => text.includes(word))];
    if (field === undefined) return null;
    place = { kind: 'field', field };
  }
  return place;
}
