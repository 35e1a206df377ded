import type { EventTypeOut } from '../../../src-server/contract/event-type';

/** An event type with its texts as a search compares them. */
export interface SearchEntry {
  readonly type: EventTypeOut;
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
  readonly type: EventTypeOut;
  readonly place: SearchPlace;
}

const IN_NAME: SearchPlace = { kind: 'name' };
const IN_DESCRIPTION: SearchPlace = { kind: 'description' };

/** Makes what is searched; done once for a list, not once for each letter. */
export function searchEntries(types: readonly EventTypeOut[]): readonly SearchEntry[] {
  return types.map((type) => ({
    type,
    name: type.name.toLowerCase(),
    description: type.description.toLowerCase(),
  }));
}

/**
 * Finds the event types that have every word in their name, their description or the name of a field of their
 * schema, whatever the case, in the order of the entries.
 * @param fields by name of the event type; those that are not there are not known yet
 */
export function searchEventTypes(
  entries: readonly SearchEntry[],
  search: string,
  fields: ReadonlyMap<string, FieldTexts>,
): readonly SearchHit[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const hits: SearchHit[] = [];
  for (const entry of entries) {
    const place = placeOf(entry, words, fields.get(entry.type.name));
    if (place) hits.push({ type: entry.type, place });
  }
  return hits;
}

/** The least obvious place that one of the words was found in; null: one was not found. */
function placeOf(
  { name, description }: SearchEntry,
  words: readonly string[],
  fields: FieldTexts | undefined,
): SearchPlace | null {
  let place = IN_NAME;
  for (const word of words) {
    if (name.includes(word)) continue;
    if (description.includes(word)) {
      if (place.kind === 'name') place = IN_DESCRIPTION;
      continue;
    }
    const at = fields?.lower.findIndex((field) => field.includes(word)) ?? -1;
    const field = fields?.names[at];
    if (field === undefined) return null;
    place = { kind: 'field', field };
  }
  return place;
}
