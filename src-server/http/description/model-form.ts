import { isObject, type JsonObject } from '../../json-schema/plain-json';
import { partOfKeyword } from '../../json-schema/schema-parts';

/** What a value can be, apart from null. */
const KINDS = ['object', 'array', 'string', 'number', 'boolean'] as const;

/** The same schema, with those within it, in the form that programs turn into types. People read the other one. */
export function asModels(schema: JsonObject): JsonObject {
  const within = (value: unknown) => (isObject(value) ? asModels(value) : value);
  return Object.fromEntries(
    Object.entries(asModel(schema)).map(([keyword, value]) => {
      const part = partOfKeyword(keyword);
      if (keyword === 'not') return [keyword, value];
      if (part === 'branches' && Array.isArray(value)) return [keyword, value.map(within)];
      if (part === 'map' && isObject(value))
        return [
          keyword,
          Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner)])),
        ];
      return [keyword, part === 'schema' || part === 'items' ? within(value) : value];
    }),
  ) as JsonObject;
}

/**
 * The same schema in the form that programs turn into a type. They make up a type for each branch of `anyOf` and
 * `oneOf`, take a null in an `enum` for a text, and know one kind for a value besides null; none looks into `not`. So
 * that is where a rule stands that needs no type.
 */
function asModel(schema: JsonObject): JsonObject {
  return withoutNullAmongValues(withPlainSet(withOneKind(withQuietRules(schema))));
}

/** Rules between the fields of an object. */
function withQuietRules(schema: JsonObject): JsonObject {
  if (!isObject(schema.properties)) return schema;
  const { anyOf, oneOf, not, ...rest } = schema;
  const refused = [
    ...(anyOf === undefined ? [] : [{ not: { anyOf } }]),
    ...(oneOf === undefined ? [] : [{ not: { oneOf } }]),
    ...(not === undefined ? [] : [not]),
  ];
  return refused.length === 0
    ? schema
    : { ...rest, not: refused.length > 1 ? { anyOf: refused } : refused[0] };
}

/** A value of several kinds is any value, without the other kinds. */
function withOneKind(schema: JsonObject): JsonObject {
  const { type, additionalProperties, ...rest } = schema;
  if (!Array.isArray(type) || type.filter((kind) => kind !== 'null').length < 2) return schema;
  const others = [...KINDS, 'null'].filter((kind) => !type.includes(kind));
  const open = additionalProperties === undefined || additionalProperties === true;
  return {
    ...rest,
    ...(!open && { additionalProperties }),
    not: { anyOf: others.map((kind) => ({ type: kind })) },
  };
}

/** A set of values of an `enum` becomes a list of them. */
function withPlainSet(schema: JsonObject): JsonObject {
  const { uniqueItems, ...rest } = schema;
  const isSet = uniqueItems === true && isObject(schema.items) && Array.isArray(schema.items.enum);
  return isSet ? { ...rest, not: { not: { uniqueItems } } } : schema;
}

function withoutNullAmongValues(schema: JsonObject): JsonObject {
  const { type, enum: values, ...rest } = schema;
  if (!Array.isArray(values) || !values.includes(null)) return schema;
  const [kind] = [type].flat().filter((name) => name !== 'null');
  const others = { type: kind, enum: values.filter((value) => value !== null) };
  return { ...rest, anyOf: [others, { type: 'null' }] };
}
