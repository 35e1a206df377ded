import {
  arrayNode,
  fromValue,
  type JsonNode,
  type ObjectNode,
  objectNode,
  toValue,
  withKey,
  withoutKeys,
} from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import { type EditOutcome, edited, GONE, locate, nameOf, refused, replaced } from './edit-outcome';
import {
  asSchema,
  BRANCH_KEYWORDS,
  type BranchKeyword,
  isNullOnly,
  nullableReference,
  type PlainType,
  refLabel,
  type SchemaNode,
  type TypeChoice,
} from './schema-node';

/** Keywords of each type alone; they mean nothing for another type. */
const KEYWORDS_OF: Readonly<Record<PlainType, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependencies',
  ],
  array: ['items', 'additionalItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
  null: [],
};
/** Keywords that a place keeps whatever its type becomes. */
const ALWAYS = ['$schema', '$id', 'definitions', '$defs', 'title', 'description', 'deprecated'];
/** Keywords that stay outside when the rest of a schema becomes a branch. */
const OUTER = [...ALWAYS, 'examples', 'default'];

/**
 * Gives a schema another type. Keywords specific to the old type are removed; texts, values and keywords unknown to the
 * editor stay.
 * @param ref the target of a reference; needed only for `reference`
 */
export function setType(
  root: JsonNode,
  path: Path,
  choice: TypeChoice,
  ref: string | null = null,
): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const { schema } = row;
  const before = schema.type;
  if (before.choice === choice && !before.implied && before.ref === ref)
    return edited(root, `Type of ${nameOf(row)}`, path);
  let next = choice === 'reference' ? referring(schema, ref ?? '#') : retyped(schema, choice);
  if (before.nullable && choice !== 'any' && choice !== 'null') next = withNull(asSchema(next), true);
  const label = `Type of ${nameOf(row)}: ${before.label} to ${asSchema(next).type.label}`;
  return { ...edited(replaced(root, path, next), label, path), dropped: droppedBy(schema, asSchema(next)) };
}

/** Allows null in addition to the type, or disallows it. */
export function toggleNullable(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const { choice, nullable } = row.schema.type;
  if (choice === 'any' || choice === 'never' || choice === 'broken')
    return refused('Without a type, any value fits, including null.');
  if (choice === 'null') return refused('Only null is allowed. Choose a type first.');
  if (choice === 'allOf') return refused('With allOf, each branch defines whether null is allowed.');
  const label = nullable ? `${nameOf(row)} may no longer be null` : `${nameOf(row)} may be null`;
  return edited(replaced(root, path, withNull(row.schema, !nullable)), label, path);
}

function retyped(schema: SchemaNode, choice: Exclude<TypeChoice, 'reference'>): ObjectNode {
  const keyword = BRANCH_KEYWORDS.find((each) => each === choice);
  if (keyword) return branched(schema, keyword);
  const isReference = nullableReference(schema) || schema.has('$ref');
  const bare = isReference ? only(schema, ALWAYS) : schema.object;
  const kept = choice === 'any' ? [] : KEYWORDS_OF[choice as PlainType];
  const dropped = Object.values(KEYWORDS_OF)
    .flat()
    .filter((word) => !kept.includes(word));
  const rest = withoutKeys(bare, ...dropped, ...BRANCH_KEYWORDS);
  if (choice === 'any') return withoutKeys(rest, 'type');
  const typed = setFirst(rest, 'type', fromValue(choice));
  return choice === 'object' && !asSchema(typed).has('properties')
    ? withKey(typed, 'properties', objectNode([]))
    : typed;
}

/** The previous schema becomes the first branch; switching between kinds of branches keeps the branches. */
function branched(schema: SchemaNode, keyword: BranchKeyword): ObjectNode {
  const { members } = schema.object;
  const other = BRANCH_KEYWORDS.find((each) => schema.get(each)?.kind === 'array');
  if (other)
    return objectNode(members.map(({ key, value }) => ({ key: key === other ? keyword : key, value })));
  const inner = withoutKeys(schema.object, ...OUTER);
  // Null becomes its own branch, except where every branch must allow it.
  const first = keyword === 'allOf' ? inner : withNull(asSchema(inner), false);
  return withKey(only(schema, OUTER), keyword, arrayNode([first, objectNode([])]));
}

function referring(schema: SchemaNode, ref: string): ObjectNode {
  const kept = only(schema, ['$schema', '$id', 'definitions', '$defs', 'description']);
  return setFirst(kept, '$ref', fromValue(ref));
}

/** The schema with or without null among its types. */
function withNull(schema: SchemaNode, nullable: boolean): ObjectNode {
  const { object, type } = schema;
  if (type.nullable === nullable) return object;
  const union = nullableReference(schema);
  if (union) return setFirst(withoutKeys(object, union.keyword), '$ref', fromValue(union.ref));
  const ref = schema.get('$ref');
  if (ref) {
    const branches = [objectNode([{ key: '$ref', value: ref }]), NULL_SCHEMA];
    return setFirst(withoutKeys(object, '$ref'), 'anyOf', arrayNode(branches));
  }
  const types = schema.get('type');
  if (types) return withNullValue(withNullType(object, types, nullable), nullable);
  const keyword = (['anyOf', 'oneOf'] as const).find((each) => schema.get(each)?.kind === 'array');
  if (keyword) {
    const items = schema.list(keyword);
    const next = nullable ? [...items, NULL_SCHEMA] : items.filter((item) => !isNullOnly(item));
    return withKey(object, keyword, arrayNode(next));
  }
  return type.implied && nullable ? setFirst(object, 'type', fromValue([type.choice, 'null'])) : object;
}

function withNullType(schema: ObjectNode, types: JsonNode, nullable: boolean): ObjectNode {
  const list = types.kind === 'array' ? types.items : [types];
  const real = list.filter((item) => toValue(item) !== 'null');
  const [first] = real;
  if (nullable) return withKey(schema, 'type', arrayNode([...real, fromValue('null')]));
  return withKey(schema, 'type', real.length === 1 && first ? first : arrayNode(real));
}

/** A list of values must also contain null, or null would not match. */
function withNullValue(object: ObjectNode, nullable: boolean): ObjectNode {
  const schema = asSchema(object);
  if (schema.get('enum')?.kind !== 'array') return object;
  const real = schema.list('enum').filter((item) => !(item.kind === 'scalar' && item.raw === 'null'));
  return withKey(object, 'enum', arrayNode(nullable ? [...real, fromValue(null)] : real));
}

const NULL_SCHEMA = objectNode([{ key: 'type', value: fromValue('null') }]);

function only(schema: SchemaNode, keys: readonly string[]): ObjectNode {
  return objectNode(schema.object.members.filter(({ key }) => keys.includes(key)));
}

/** Sets a key in place, or before all others. */
function setFirst(schema: ObjectNode, key: string, value: JsonNode): ObjectNode {
  return asSchema(schema).has(key)
    ? withKey(schema, key, value)
    : objectNode([{ key, value }, ...schema.members]);
}

/** What a schema had and a later state of it has not, in words: "the reference to Customer", "2 fields", "format". */
function droppedBy(before: SchemaNode, after: SchemaNode): string[] {
  const branches = BRANCH_KEYWORDS.flatMap((keyword) => after.list(keyword));
  const first = asSchema(branches[0] ?? objectNode([]));
  const union = nullableReference(before);
  const nameOfDropped = (key: string, value: JsonNode): string => {
    if (key === '$ref') return `the reference to ${refLabel(before.ref ?? '')}`;
    if (key === union?.keyword) return `the reference to ${refLabel(union.ref)}`;
    if (key === 'properties' && value.kind === 'object') return counted(value.members.length, 'field', 's');
    const isBranches = (BRANCH_KEYWORDS as readonly string[]).includes(key) && value.kind === 'array';
    return isBranches ? counted(value.items.length, 'branch', 'es') : key;
  };
  return before.object.members
    .filter(({ key, value }) => {
      const isMoved = value.kind === 'array' && value.items.some((item) => branches.includes(item));
      // The type is what was asked for, and the required keys go with their fields.
      const isOwn = key !== 'type' && !(key === 'required' && before.has('properties'));
      const isEmpty = value.kind === 'object' && value.members.length === 0;
      return isOwn && !after.has(key) && !first.has(key) && !isMoved && !isEmpty;
    })
    .map(({ key, value }) => nameOfDropped(key, value));
}

function counted(count: number, word: string, ending: string): string {
  return `${count} ${word}${count === 1 ? '' : ending}`;
}
