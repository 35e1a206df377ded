import { get, type JsonNode, plainOf, textOf } from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';

/** The role of a schema in the schema above it. */
export type PlaceKind =
  | 'root'
  | 'property'
  | 'pattern'
  | 'other-keys'
  | 'key-names'
  | 'items'
  | 'item'
  | 'further-items'
  | 'contains'
  | 'branch'
  | 'part'
  | 'not'
  | 'condition'
  | 'dependency'
  | 'definition';

/** A schema inside another. */
export interface Place {
  readonly kind: PlaceKind;
  /** The key, the pattern or the name, if it has one; otherwise a description. */
  readonly label: string;
  /** The steps from the schema that contains it. */
  readonly steps: Path;
  /** Null where "required" means nothing. */
  readonly required: boolean | null;
}

/** The kinds whose label is a key that can be renamed. */
export const NAMED_KINDS: readonly PlaceKind[] = ['property', 'pattern', 'dependency', 'definition'];
export const BRANCH_KEYWORDS = ['allOf', 'anyOf', 'oneOf'] as const;
export type BranchKeyword = (typeof BRANCH_KEYWORDS)[number];

const BRANCH_LABELS: Record<BranchKeyword, string> = { allOf: 'all of', anyOf: 'any of', oneOf: 'one of' };

/** The schemas directly inside a schema, fields first, definitions last; each kind in document order. */
export function placesIn(schema: JsonNode): Place[] {
  if (schema.kind !== 'object') return [];
  const definitions = ['definitions', '$defs'].flatMap((keyword) => named(schema, keyword, 'definition'));
  // Draft 7 ignores everything next to $ref.
  if (get(schema, '$ref')) return definitions;
  const required = requiredKeys(schema);
  const union = nullableReference(schema);
  return [
    ...named(schema, 'properties', 'property').map((place) => ({
      ...place,
      required: required.has(place.label),
    })),
    ...named(schema, 'patternProperties', 'pattern'),
    ...single(schema, 'additionalProperties', 'other-keys', 'every other key'),
    ...single(schema, 'propertyNames', 'key-names', 'every key itself'),
    ...items(schema),
    ...single(schema, 'contains', 'contains', 'at least one item'),
    ...BRANCH_KEYWORDS.flatMap((keyword) => (union?.keyword === keyword ? [] : branches(schema, keyword))),
    ...single(schema, 'not', 'not', 'must not be'),
    ...single(schema, 'if', 'condition', 'if it fits'),
    ...single(schema, 'then', 'condition', 'then'),
    ...single(schema, 'else', 'condition', 'otherwise'),
    ...named(schema, 'dependencies', 'dependency'),
    ...definitions,
  ];
}

/** The keys that a schema requires. */
export function requiredKeys(schema: JsonNode): ReadonlySet<string> {
  const keys = plainOf(schema, 'required');
  return new Set(Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []);
}

/** "This reference or null", which Draft 7 can only write as two branches. Null: the schema is something else. */
export function nullableReference(
  schema: JsonNode,
): { readonly keyword: 'anyOf' | 'oneOf'; readonly ref: string; readonly at: number } | null {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const list = get(schema, keyword);
    if (list?.kind !== 'array' || list.items.length !== 2) continue;
    const nothing = list.items.findIndex((each) => onlyText(each, 'type') === 'null');
    const ref = onlyText(list.items[1 - nothing], '$ref');
    if (nothing >= 0 && ref !== null) return { keyword, ref, at: 1 - nothing };
  }
  return null;
}

/** The text value of a key that is the only key. */
function onlyText(node: JsonNode | undefined, key: string): string | null {
  return node?.kind === 'object' && node.members.length === 1 ? textOf(node, key) : null;
}

function named(schema: JsonNode, keyword: string, kind: PlaceKind): Place[] {
  const map = get(schema, keyword);
  if (map?.kind !== 'object') return [];
  const seen = new Map(map.members.map((member) => [member.key, member]));
  return [...seen.values()].flatMap(({ key, value }) =>
    kind === 'dependency' && value.kind === 'array'
      ? []
      : [{ kind, label: key, steps: [keyword, key], required: null }],
  );
}

function single(schema: JsonNode, keyword: string, kind: PlaceKind, label: string): Place[] {
  const value = get(schema, keyword);
  return value?.kind === 'object' ? [{ kind, label, steps: [keyword], required: null }] : [];
}

function items(schema: JsonNode): Place[] {
  const value = get(schema, 'items');
  if (value?.kind !== 'array') return single(schema, 'items', 'items', 'each item');
  return [
    ...value.items.map((_, index) => ({
      kind: 'item' as const,
      label: `item ${index + 1}`,
      steps: ['items', String(index)],
      required: null,
    })),
    ...single(schema, 'additionalItems', 'further-items', 'further items'),
  ];
}

function branches(schema: JsonNode, keyword: BranchKeyword): Place[] {
  const list = get(schema, keyword);
  if (list?.kind !== 'array') return [];
  return list.items.map((item, index) => ({
    kind: 'branch',
    label: branchLabel(keyword, index, item),
    steps: [keyword, String(index)],
    required: null,
  }));
}

function branchLabel(keyword: BranchKeyword, index: number, item: JsonNode): string {
  const name = (textOf(item, 'title') ?? textOf(item, '$ref')?.split('/').at(-1) ?? '').trim();
  return `${BRANCH_LABELS[keyword]}: ${index + 1}${name === '' ? '' : `, ${name.slice(0, 80)}`}`;
}
