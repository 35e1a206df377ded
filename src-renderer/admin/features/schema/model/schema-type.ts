import {
  get,
  type JsonNode,
  plainOf,
  textOf,
  toValue,
} from '../../../../../src-server/json-schema/json-node';
import { refName } from '../../../../../src-server/json-schema/schema-layers';
import { BRANCH_KEYWORDS, type BranchKeyword, nullableReference } from './schema-places';

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
const IMPLIED: readonly (readonly [keyword: string, type: PlainType])[] = [
  ['properties', 'object'],
  ['patternProperties', 'object'],
  ['items', 'array'],
];

/** Keywords that name the values themselves. */
const FIXING = ['const', 'enum'] as const;

/** The type of a schema, as written. */
export function typeOf(schema: JsonNode): SchemaType {
  if (schema.kind === 'scalar' && schema.raw === 'true') return plain('any', 'anything');
  if (schema.kind === 'scalar' && schema.raw === 'false') return plain('never', 'no value');
  if (schema.kind !== 'object') return plain('broken', 'not a schema');
  const ref = plainOf(schema, '$ref');
  if (typeof ref === 'string') return reference(ref, false);
  const union = nullableReference(schema);
  if (union) return reference(union.ref, true);
  const types = typeList(schema);
  const real = types.filter((type) => type !== 'null');
  const nullable = real.length > 0 && real.length < types.length;
  const [first] = real;
  if (real.length > 1) return { ...plain('mixed', types.join(' or ')), nullable };
  if (first) return { ...plain(first, withNull(plainLabel(first, schema), nullable)), nullable };
  if (types.length > 0) return plain('null', 'null');
  return untyped(schema);
}

/** The last word of a reference: `#/definitions/Address` is "Address". */
function refLabel(ref: string): string {
  return ref === '#' ? 'the whole event' : refName(ref);
}

function untyped(schema: JsonNode): SchemaType {
  const keyword = BRANCH_KEYWORDS.find((each) => get(schema, each)?.kind === 'array');
  if (keyword) {
    const options = get(schema, keyword);
    const all = options?.kind === 'array' ? options.items : [];
    const nullable = keyword !== 'allOf' && all.some(isNullOnly);
    const label = `${BRANCH_LABELS[keyword]} ${all.length - (nullable ? 1 : 0)}`;
    return { ...plain(keyword, withNull(label, nullable)), nullable };
  }
  const implied = IMPLIED.find(([word]) => get(schema, word));
  if (implied) return { ...plain(implied[1], plainLabel(implied[1], schema)), implied: true };
  // Its values are listed beside it.
  return plain('any', FIXING.find((word) => get(schema, word)) ?? 'anything');
}

/** True for a branch that matches only null. */
export function isNullOnly(schema: JsonNode): boolean {
  return schema.kind === 'object' && schema.members.length === 1 && plainOf(schema, 'type') === 'null';
}

function typeList(schema: JsonNode): PlainType[] {
  const type = get(schema, 'type');
  if (!type) return [];
  const value = toValue(type);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return PLAIN_TYPES.filter((each) => list.includes(each)).sort((a, b) => list.indexOf(a) - list.indexOf(b));
}

function plainLabel(type: PlainType, schema: JsonNode): string {
  const format = type === 'string' ? textOf(schema, 'format') : null;
  if (format !== null && format !== '') return `string (${format.slice(0, FORMAT_MAX)})`;
  if (type !== 'array') return type;
  const items = get(schema, 'items');
  if (items?.kind === 'array') return `list of ${items.items.length}`;
  if (!items) return 'array';
  const { label, choice, nullable } = typeOf(items);
  if (choice === 'reference') return nullable ? `(${label})[]` : `${label}[]`;
  return choice === 'any' ? 'array' : label.includes(' or ') ? `array of (${label})` : `array of ${label}`;
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
