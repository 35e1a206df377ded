import {
  type JsonNode,
  type ObjectNode,
  objectNode,
  textOf,
  toValue,
} from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import { refName } from '../../../../../src-server/json-schema/schema-layers';

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

interface Child extends Place {
  readonly schema: SchemaNode;
}

/** The kinds whose label is a key that can be renamed. */
export const NAMED_KINDS: readonly PlaceKind[] = ['property', 'pattern', 'dependency', 'definition'];
export const ROOT_PLACE: Place = { kind: 'root', label: 'event', steps: [], required: null };
export const BRANCH_KEYWORDS = ['allOf', 'anyOf', 'oneOf'] as const;
export type BranchKeyword = (typeof BRANCH_KEYWORDS)[number];
export const PLAIN_TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;
export type PlainType = (typeof PLAIN_TYPES)[number];

/** The types that can be chosen. */
export type TypeChoice = PlainType | BranchKeyword | 'any' | 'reference';

/** What a schema says about its type. */
export interface SchemaType {
  /** `mixed`: several plain types; `never`: the schema false; `broken`: not a schema. */
  readonly choice: TypeChoice | 'mixed' | 'never' | 'broken';
  /** True if null also matches. */
  readonly nullable: boolean;
  /** The target of a reference; null for anything else. */
  readonly ref: string | null;
  /** For the type cell: "string (email) or null", "array of object", "Address[]", "one of 3", "const". */
  readonly label: string;
  /** True if it is not written but follows from other keywords, as `properties` implies an object. */
  readonly implied: boolean;
}

/** Every known format is shorter. */
const FORMAT_MAX = 40;
const BRANCH_LABELS: Record<BranchKeyword, string> = { allOf: 'all of', anyOf: 'any of', oneOf: 'one of' };
const IMPLIED = { properties: 'object', patternProperties: 'object', items: 'array' } as const;
/** Keywords that name the values themselves. */
const FIXING = ['const', 'enum'] as const;

const known = new WeakMap<JsonNode, SchemaNode>();
const NOTHING = objectNode([]);

/** A node as a schema. Nodes never change, so each is read once, however many rows, labels and edits ask for it. */
export function asSchema(json: JsonNode): SchemaNode {
  const found = known.get(json) ?? new SchemaNode(json);
  known.set(json, found);
  return found;
}

/** A schema of the document as the editor reads it: what is asked for first is read then, and only once. */
export class SchemaNode {
  /** As it is written. */
  readonly json: JsonNode;
  readonly #keywords: ReadonlyMap<string, JsonNode>;
  #type: SchemaType | undefined;
  #children: readonly Child[] | undefined;
  #required: ReadonlySet<string> | undefined;

  constructor(json: JsonNode) {
    this.json = json;
    this.#keywords = new Map(this.object.members.map(({ key, value }) => [key, value]));
  }

  /** As an object: an empty one for true, false, and what is no schema. */
  get object(): ObjectNode {
    return this.json.kind === 'object' ? this.json : NOTHING;
  }

  /** The type, as written. */
  get type(): SchemaType {
    this.#type ??= typeOf(this);
    return this.#type;
  }

  /** The schemas directly inside it, fields first, definitions last; each kind in document order. */
  get children(): readonly Child[] {
    this.#children ??= childrenOf(this);
    return this.#children;
  }

  /** The keys that it requires. */
  get required(): ReadonlySet<string> {
    this.#required ??= new Set(
      this.list('required')
        .map(toValue)
        .filter((key) => typeof key === 'string'),
    );
    return this.#required;
  }

  /** The target of its `$ref`, beside which Draft 7 ignores everything; null: it has none. */
  get ref(): string | null {
    return this.text('$ref');
  }

  has(...keywords: readonly string[]): boolean {
    return keywords.some((keyword) => this.#keywords.has(keyword));
  }

  /** The node of a keyword; undefined: it has none. */
  get(keyword: string): JsonNode | undefined {
    return this.#keywords.get(keyword);
  }

  /** The plain value of a keyword; undefined: it has none. */
  value(keyword: string): unknown {
    const found = this.get(keyword);
    return found && toValue(found);
  }

  /** The text of a keyword; null: it has none, or something else. */
  text(keyword: string): string | null {
    return textOf(this.json, keyword);
  }

  /** The list of a keyword; empty for anything else. */
  list(keyword: string): readonly JsonNode[] {
    const found = this.get(keyword);
    return found?.kind === 'array' ? found.items : [];
  }

  /** The schemas under the names of a keyword such as `properties`, as one that has them as keywords. */
  map(keyword: string): SchemaNode {
    return asSchema(this.get(keyword) ?? NOTHING);
  }

  /** The names with their schemas; of a name that stands twice, the last counts. */
  entries(): ReadonlyMap<string, JsonNode> {
    return this.#keywords;
  }
}

function childrenOf(schema: SchemaNode): Child[] {
  // Most describe a text or a number, and have no other inside.
  if (schema.object.members.every(({ value }) => value.kind === 'scalar')) return [];
  const at = (kind: PlaceKind, label: string, json: JsonNode, ...steps: Path): Child[] => [
    { kind, label, steps, required: null, schema: asSchema(json) },
  ];
  const named = (keyword: string, kind: PlaceKind) =>
    [...schema.map(keyword).entries()].flatMap(([key, value]) => at(kind, key, value, keyword, key));
  const single = (keyword: string, kind: PlaceKind, label: string) => {
    const value = schema.get(keyword);
    return value?.kind === 'object' ? at(kind, label, value, keyword) : [];
  };
  const listed = (keyword: string, kind: PlaceKind, label: (index: number, item: JsonNode) => string) =>
    schema.list(keyword).flatMap((item, index) => at(kind, label(index, item), item, keyword, String(index)));
  const definitions = ['definitions', '$defs'].flatMap((keyword) => named(keyword, 'definition'));
  // Draft 7 ignores everything next to $ref.
  if (schema.has('$ref')) return definitions;
  const union = nullableReference(schema);
  return [
    ...named('properties', 'property').map((child) => ({
      ...child,
      required: schema.required.has(child.label),
    })),
    ...named('patternProperties', 'pattern'),
    ...single('additionalProperties', 'other-keys', 'every other key'),
    ...single('propertyNames', 'key-names', 'every key itself'),
    ...single('items', 'items', 'each item'),
    ...listed('items', 'item', (index) => `item ${index + 1}`),
    ...(hasPlaces(schema) ? single('additionalItems', 'further-items', 'further items') : []),
    ...single('contains', 'contains', 'at least one item'),
    ...BRANCH_KEYWORDS.filter((keyword) => keyword !== union?.keyword).flatMap((keyword) =>
      listed(keyword, 'branch', (index, item) => branchLabel(keyword, index, item)),
    ),
    ...single('not', 'not', 'must not be'),
    ...single('if', 'condition', 'if it fits'),
    ...single('then', 'condition', 'then'),
    ...single('else', 'condition', 'otherwise'),
    ...named('dependencies', 'dependency').filter((child) => child.schema.json.kind !== 'array'),
    ...definitions,
  ];
}

function branchLabel(keyword: BranchKeyword, index: number, item: JsonNode): string {
  const name = (textOf(item, 'title') ?? textOf(item, '$ref')?.split('/').at(-1) ?? '').trim();
  return `${BRANCH_LABELS[keyword]}: ${index + 1}${name === '' ? '' : `, ${name.slice(0, 80)}`}`;
}

/** True if each position of a list has a schema of its own, rather than one for all items. */
export function hasPlaces(schema: SchemaNode): boolean {
  return schema.get('items')?.kind === 'array';
}

/** "This reference or null", which Draft 7 can only write as two branches. Null: the schema is something else. */
export function nullableReference(
  schema: SchemaNode,
): { readonly keyword: 'anyOf' | 'oneOf'; readonly ref: string; readonly at: number } | null {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema.list(keyword);
    if (branches.length !== 2) continue;
    const nothing = branches.findIndex(isNullOnly);
    const ref = onlyText(branches[1 - nothing], '$ref');
    if (nothing >= 0 && ref !== null) return { keyword, ref, at: 1 - nothing };
  }
  return null;
}

/** True for a branch that matches only null. */
export function isNullOnly(schema: JsonNode): boolean {
  return onlyText(schema, 'type') === 'null';
}

/** The text value of a key that is the only key. */
function onlyText(node: JsonNode | undefined, key: string): string | null {
  return node?.kind === 'object' && node.members.length === 1 ? textOf(node, key) : null;
}

function typeOf(schema: SchemaNode): SchemaType {
  const { json, ref } = schema;
  if (json.kind === 'scalar' && json.raw === 'true') return plain('any', 'anything');
  if (json.kind === 'scalar' && json.raw === 'false') return plain('never', 'no value');
  if (json.kind !== 'object') return plain('broken', 'not a schema');
  if (ref !== null) return reference(ref, false);
  const union = nullableReference(schema);
  if (union) return reference(union.ref, true);
  const written = schema.value('type');
  const list: readonly unknown[] = Array.isArray(written) ? written : [written];
  const types = PLAIN_TYPES.filter((each) => list.includes(each)).sort(
    (a, b) => list.indexOf(a) - list.indexOf(b),
  );
  const real = types.filter((type) => type !== 'null');
  const nullable = real.length > 0 && real.length < types.length;
  const [first] = real;
  if (real.length > 1) return { ...plain('mixed', types.join(' or ')), nullable };
  if (first) return { ...plain(first, withNull(plainLabel(first, schema), nullable)), nullable };
  return types.length > 0 ? plain('null', 'null') : untyped(schema);
}

function untyped(schema: SchemaNode): SchemaType {
  const keyword = BRANCH_KEYWORDS.find((each) => schema.get(each)?.kind === 'array');
  if (keyword) {
    const branches = schema.list(keyword);
    const nullable = keyword !== 'allOf' && branches.some(isNullOnly);
    const label = `${BRANCH_LABELS[keyword]} ${branches.length - (nullable ? 1 : 0)}`;
    return { ...plain(keyword, withNull(label, nullable)), nullable };
  }
  const [, implied] = Object.entries(IMPLIED).find(([word]) => schema.has(word)) ?? [];
  if (implied) return { ...plain(implied, plainLabel(implied, schema)), implied: true };
  // Its values are listed beside it.
  return plain('any', FIXING.find((word) => schema.has(word)) ?? 'anything');
}

function plainLabel(type: PlainType, schema: SchemaNode): string {
  const format = type === 'string' ? schema.text('format') : null;
  if (format) return `string (${format.slice(0, FORMAT_MAX)})`;
  if (type !== 'array') return type;
  const items = schema.get('items');
  if (items?.kind === 'array') return `list of ${items.items.length}`;
  if (!items) return 'array';
  const { label, choice, nullable } = asSchema(items).type;
  if (choice === 'reference') return nullable ? `(${label})[]` : `${label}[]`;
  return choice === 'any' ? 'array' : label.includes(' or ') ? `array of (${label})` : `array of ${label}`;
}

/** The last word of a reference: `#/definitions/Address` is "Address". */
export function refLabel(ref: string): string {
  return ref === '#' ? 'the whole event' : refName(ref);
}

function reference(ref: string, nullable: boolean): SchemaType {
  return { choice: 'reference', nullable, ref, label: withNull(refLabel(ref), nullable), implied: false };
}

function plain(choice: SchemaType['choice'], label: string): SchemaType {
  return { choice, nullable: false, ref: null, label, implied: false };
}

function withNull(label: string, nullable: boolean): string {
  return nullable ? `${label} or null` : label;
}
