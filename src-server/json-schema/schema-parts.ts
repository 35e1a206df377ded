/**
 * What a place in a document is, as far as it matters for walking, comparing or merging it:
 * - `schema`: a schema; `dependency` may also be a list of names, `items` also a list of schemas by position
 * - `map`, `dependencies`: schemas under names that an author chose
 * - `branches`: a list of schemas whose order means nothing
 * - `names`, `choices`: lists that are sets; `choices` are never empty
 * - `event-type`: an event type in the form of the API
 * - `flags`: a list that is a single value, whatever its order: who sees an event type is never merged from two sides
 * - `value`: anything else; nothing is known about its content
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
  // `$defs` is from later drafts, and harmless.
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

/** The part below a keyword of Draft 7. */
export function partOfKeyword(keyword: string): SchemaPart {
  return KEYWORDS.get(keyword) ?? 'value';
}

/** The part below a key of such an object. */
export function partUnder(part: SchemaPart, key: string): SchemaPart {
  if (part === 'map') return 'schema';
  if (part === 'dependencies') return 'dependency';
  return KEYWORDS_OF[part]?.get(key) ?? 'value';
}

/** True for a list whose order means nothing. */
export function isUnordered(part: SchemaPart): boolean {
  return part === 'branches' || part === 'names' || part === 'choices';
}
