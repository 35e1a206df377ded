/**
 * What a place in a document is, as far as it matters to whoever walks, compares or merges it:
 * - `schema`: a schema; `dependency` may also be a list of names, `items` also a list of schemas by position
 * - `map`, `dependencies`: schemas under names that an author chose
 * - `branches`: a list of schemas in which the order says nothing
 * - `names`, `choices`: lists that are sets; a list of choices is never empty
 * - `event-type`: an event type as the API has it
 * - `flags`: a list that is one value, whatever its order: who sees an event type is never put together of two opinions
 * - `value`: anything else; nothing is known of what is in it
 */
export type SchemaPart =
  | 'schema'
  | 'dependency'
  | 'items'
  | 'map'
  | 'dependencies'
  | 'branches'
  | 'names'
  | 'choices'
  | 'event-type'
  | 'flags'
  | 'value';

const rows: readonly (readonly [SchemaPart, string])[] = [
  ['schema', 'additionalItems additionalProperties propertyNames contains not if then else'],
  ['items', 'items'],
  // `$defs` is of later drafts, and harmless.
  ['map', 'properties patternProperties definitions $defs'],
  ['dependencies', 'dependencies'],
  ['branches', 'allOf anyOf oneOf'],
  ['names', 'required'],
  ['choices', 'enum type'],
];
const KEYWORDS = new Map(rows.flatMap(([part, label]) => label.split(' ').map((word) => [word, part])));
const EVENT_TYPE = new Map<string, SchemaPart>([
  ['schema', 'schema'],
  ['schemas', 'map'],
  ['featureFlags', 'flags'],
]);
const KEYWORDS_OF: Readonly<Partial<Record<SchemaPart, ReadonlyMap<string, SchemaPart>>>> = {
  schema: KEYWORDS,
  dependency: KEYWORDS,
  items: KEYWORDS,
  'event-type': EVENT_TYPE,
};

/** What stands under a keyword of Draft 7. */
export function partOfKeyword(keyword: string): SchemaPart {
  return KEYWORDS.get(keyword) ?? 'value';
}

/** What stands under a key of an object that is this. */
export function partUnder(part: SchemaPart, key: string): SchemaPart {
  if (part === 'map') return 'schema';
  if (part === 'dependencies') return 'dependency';
  return KEYWORDS_OF[part]?.get(key) ?? 'value';
}

/** True for a list in which the order says nothing. */
export function isUnordered(part: SchemaPart): boolean {
  return part === 'branches' || part === 'names' || part === 'choices';
}
