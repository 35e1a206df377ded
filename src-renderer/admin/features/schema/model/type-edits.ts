import {
  arrayNode,
  fromValue,
  get,
  type JsonNode,
  type ObjectNode,
  objectNode,
  textOf,
  toValue,
  withKey,
  withoutKeys,
} from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import { changeAt } from '../../../../../src-server/json-schema/node-path';
import { refName } from '../../../../../src-server/json-schema/schema-layers';
import { type EditOutcome, edited, locate, nameOf, refused } from './edit-outcome';
import { BRANCH_KEYWORDS, type BranchKeyword, nullableReference } from './schema-places';
import { isNullOnly, type PlainType, type TypeChoice, typeOf } from './schema-type';

const GONE = refused('This row no longer exists.');

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
/** Keywords that stay outside when the rest of a schema becomes a branch. */
const OUTER = [
  'title',
  'description',
  'deprecated',
  'examples',
  'default',
  '$id',
  '$schema',
  'definitions',
  '$defs',
];
/** Keywords that a place keeps whatever its type becomes. */
const ALWAYS = ['$schema', '$id', 'definitions', '$defs', 'title', 'description', 'deprecated'];

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
  const schema = row.node.kind === 'object' ? row.node : objectNode([]);
  const before = typeOf(row.node);
  const same = before.choice === choice && !before.implied && before.ref === ref;
  if (same) return edited(root, `Type of ${nameOf(row)}`, path);
  let next = choice === 'reference' ? referring(schema, ref ?? '#') : retyped(schema, choice);
  if (before.nullable && choice !== 'any' && choice !== 'null') next = withNull(next, true);
  const label = `Type of ${nameOf(row)}: ${before.label} to ${typeOf(next).label}`;
  const dropped = droppedBy(schema, next);
  return {
    ...edited(
      changeAt(root, path, () => next),
      label,
      path,
    ),
    dropped,
  };
}

/** Allows null in addition to the type, or disallows it. */
export function toggleNullable(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row) return GONE;
  const { choice, nullable } = typeOf(row.node);
  if (row.node.kind !== 'object' || choice === 'any' || choice === 'never' || choice === 'broken') {
    return refused('Without a type, any value fits, including null.');
  }
  if (choice === 'null') return refused('Only null is allowed. Choose a type first.');
  if (choice === 'allOf') return refused('With allOf, each branch defines whether null is allowed.');
  const next = withNull(row.node, !nullable);
  return edited(
    changeAt(root, path, () => next),
    nullable ? `${nameOf(row)} may no longer be null` : `${nameOf(row)} may be null`,
    path,
  );
}

function retyped(schema: ObjectNode, choice: Exclude<TypeChoice, 'reference'>): ObjectNode {
  const keyword = BRANCH_KEYWORDS.find((each) => each === choice);
  if (keyword) return branched(schema, keyword);
  const union = nullableReference(schema);
  const bare = union || get(schema, '$ref') ? only(schema, ALWAYS) : schema;
  const kept = choice === 'any' ? [] : KEYWORDS_OF[choice as PlainType];
  const dropped = Object.values(KEYWORDS_OF)
    .flat()
    .filter((word) => !kept.includes(word));
  const rest = withoutKeys(bare, ...dropped, ...BRANCH_KEYWORDS);
  if (choice === 'any') return withoutKeys(rest, 'type');
  const typed = setFirst(rest, 'type', fromValue(choice));
  return choice === 'object' && !get(typed, 'properties')
    ? withKey(typed, 'properties', objectNode([]))
    : typed;
}

/** The previous schema becomes the first branch; switching between kinds of branches keeps the branches. */
function branched(schema: ObjectNode, keyword: BranchKeyword): ObjectNode {
  const other = BRANCH_KEYWORDS.find((each) => get(schema, each)?.kind === 'array');
  if (other) {
    return objectNode(
      schema.members.map((member) => (member.key === other ? { key: keyword, value: member.value } : member)),
    );
  }
  const inner = withoutKeys(schema, ...OUTER);
  const outer = only(schema, OUTER);
  // Null becomes its own branch, except where every branch must allow it.
  const first = keyword === 'allOf' ? inner : withNull(inner, false);
  return withKey(outer, keyword, arrayNode([first, objectNode([])]));
}

function referring(schema: ObjectNode, ref: string): ObjectNode {
  const kept = only(schema, ['$schema', '$id', 'definitions', '$defs', 'description']);
  return setFirst(kept, '$ref', fromValue(ref));
}

/** The schema with or without null among its types. */
function withNull(schema: ObjectNode, nullable: boolean): ObjectNode {
  if (typeOf(schema).nullable === nullable) return schema;
  const union = nullableReference(schema);
  if (union) {
    return setFirst(withoutKeys(schema, union.keyword), '$ref', fromValue(union.ref));
  }
  const ref = get(schema, '$ref');
  if (ref) {
    const branches = [objectNode([{ key: '$ref', value: ref }]), nullSchema()];
    return setFirst(withoutKeys(schema, '$ref'), 'anyOf', arrayNode(branches));
  }
  const types = get(schema, 'type');
  if (types) return withNullValue(withNullType(schema, types, nullable), nullable);
  const keyword = (['anyOf', 'oneOf'] as const).find((each) => get(schema, each)?.kind === 'array');
  const list = keyword && get(schema, keyword);
  if (keyword && list?.kind === 'array') {
    const items = nullable ? [...list.items, nullSchema()] : list.items.filter((item) => !isNullOnly(item));
    return withKey(schema, keyword, arrayNode(items));
  }
  const { choice, implied } = typeOf(schema);
  return implied && nullable ? setFirst(schema, 'type', fromValue([choice, 'null'])) : schema;
}

function withNullType(schema: ObjectNode, types: JsonNode, nullable: boolean): ObjectNode {
  const list = types.kind === 'array' ? types.items : [types];
  const real = list.filter((item) => toValue(item) !== 'null');
  const [first] = real;
  if (nullable) return withKey(schema, 'type', arrayNode([...real, fromValue('null')]));
  return withKey(schema, 'type', real.length === 1 && first ? first : arrayNode(real));
}

/** A list of values must also contain null, or null would not match. */
function withNullValue(schema: ObjectNode, nullable: boolean): ObjectNode {
  const values = get(schema, 'enum');
  if (values?.kind !== 'array') return schema;
  const real = values.items.filter((item) => !(item.kind === 'scalar' && item.raw === 'null'));
  return withKey(schema, 'enum', arrayNode(nullable ? [...real, fromValue(null)] : real));
}

function nullSchema(): JsonNode {
  return objectNode([{ key: 'type', value: fromValue('null') }]);
}

function only(schema: ObjectNode, keys: readonly string[]): ObjectNode {
  return objectNode(schema.members.filter(({ key }) => keys.includes(key)));
}

/** Sets a key in place, or before all others. */
function setFirst(schema: ObjectNode, key: string, value: JsonNode): ObjectNode {
  return get(schema, key) ? withKey(schema, key, value) : objectNode([{ key, value }, ...schema.members]);
}

/** What a schema had and a later state of it has not, in words: "the reference to Customer", "2 fields", "format". */
export function droppedBy(before: ObjectNode, after: ObjectNode): string[] {
  const branches = BRANCH_KEYWORDS.map((keyword) => get(after, keyword));
  const first = branches.map((list) => (list?.kind === 'array' ? list.items[0] : undefined)).find(Boolean);
  const kept = new Set(branches.flatMap((list) => (list?.kind === 'array' ? list.items : [])));
  const union = nullableReference(before);
  const said = (key: string, value: JsonNode): string => {
    if (key === '$ref') return referenceTo(textOf(before, '$ref') ?? '');
    if (key === union?.keyword) return referenceTo(union.ref);
    if (key === 'properties' && value.kind === 'object') return counted(value.members.length, 'field');
    if ((BRANCH_KEYWORDS as readonly string[]).includes(key) && value.kind === 'array')
      return counted(value.items.length, 'branch');
    return key;
  };
  return before.members
    .filter(({ key, value }) => {
      const isStill = get(after, key) ?? get(first, key);
      const isMoved = value.kind === 'array' && value.items.some((item) => kept.has(item));
      // The type is what was asked for, and the required keys go with their fields.
      const isSaid = key !== 'type' && !(key === 'required' && get(before, 'properties'));
      return isSaid && !isStill && !isMoved && !isEmpty(value);
    })
    .map(({ key, value }) => said(key, value));
}

function referenceTo(ref: string): string {
  return `the reference to ${ref === '#' ? 'the whole event' : refName(ref)}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : word === 'branch' ? 'es' : 's'}`;
}

function isEmpty(value: JsonNode): boolean {
  return value.kind === 'object' && value.members.length === 0;
}
