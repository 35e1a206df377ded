import { keepNumbers, orderedEntries, orderedObject } from '../../json-schema/ordered-json';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import { partOfKeyword, type SchemaPart } from '../../json-schema/schema-parts';

/**
 * A copy of a Draft 7 schema in which `change` has replaced each schema, inner ones first; values such as `enum` are
 * never taken for schemas. Recursive: stored schemas have a bounded depth.
 */
export function mapSchema(schema: unknown, change: (node: JsonObject) => unknown): unknown {
  if (!isObject(schema)) return schema;
  const inner = (value: unknown) => mapSchema(value, change);
  const entries = orderedEntries(schema).map(([key, value]): [string, unknown] => [
    key,
    mapPart(partOfKeyword(key), value, inner),
  ]);
  return change(keepNumbers(orderedObject(entries), schema));
}

function mapPart(part: SchemaPart, value: unknown, inner: (value: unknown) => unknown): unknown {
  if ((part === 'branches' || part === 'items') && Array.isArray(value)) return value.map(inner);
  if ((part === 'map' || part === 'dependencies') && isObject(value))
    return orderedObject(orderedEntries(value).map(([name, below]) => [name, inner(below)]));
  return part === 'schema' || part === 'items' ? inner(value) : value;
}
