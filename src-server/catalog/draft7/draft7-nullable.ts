import { keepNumber, keepNumbers } from '../../json-schema/ordered-json';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import type { Conversion } from './draft7-conversion';

/** Keywords that describe a value without restricting it; they stay outside an `anyOf` with null. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]);

const COMPOSITION = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'] as const;

/** Applies 3.0's `nullable: true` to a schema already converted; other values mean nothing. */
export function withNull(node: JsonObject, schema: JsonObject, pointer: string, to: Conversion): JsonObject {
  if (!Object.hasOwn(node, 'nullable') || node.nullable !== true) return schema;
  if (to.options.siblingsCount) {
    to.warn(pointer, '`nullable` is a keyword of OpenAPI 3.0 only; it was read as in OpenAPI 3.0');
  }
  if (COMPOSITION.some((key) => Object.hasOwn(schema, key))) return orNull(schema);
  const result: Record<string, unknown> = keepNumbers({ ...schema }, schema);
  const type = result.type;
  if (typeof type === 'string' && type !== 'null') result.type = [type, 'null'];
  else if (Array.isArray(type) && !type.includes('null')) result.type = [...type, 'null'];
  const list = result.enum;
  if (Array.isArray(list) && !list.includes(null)) result.enum = keepNumbers([...list, null], list);
  if (Object.hasOwn(result, 'const') && result.const !== null) {
    const either = [result.const, null];
    keepNumber(either, 0, { holder: schema, key: 'const' });
    result.enum = either;
    delete result.const;
  }
  return result;
}

/** `anyOf` of the schema and null, with the annotations kept outside. */
export function orNull(schema: boolean | JsonObject): JsonObject {
  if (!isObject(schema)) return { anyOf: [schema, { type: 'null' }] };
  const entries = Object.entries(schema);
  const outside = Object.fromEntries(entries.filter(([key]) => ANNOTATIONS.has(key)));
  const inside = Object.fromEntries(entries.filter(([key]) => !ANNOTATIONS.has(key)));
  const anyOf = [keepNumbers(inside, schema), { type: 'null' }];
  return keepNumbers({ ...outside, anyOf }, schema);
}
