import { isObject } from './plain-json';

/** Beyond this many names a schema is not read further: nobody searches for its last field. */
const NAMES_MAX = 2000;
const DEPTH_MAX = 40;
/** Places that contain values, not schemas. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** The names of all fields that schemas describe, each once, in the order of appearance. */
export function schemaFieldNames(schemas: unknown): readonly string[] {
  const names = new Set<string>();
  walk(schemas, names, 0);
  return [...names];
}

function walk(node: unknown, names: Set<string>, depth: number): void {
  if (typeof node !== 'object' || node === null || depth > DEPTH_MAX) return;
  if (Array.isArray(node)) {
    for (const item of node) walk(item, names, depth + 1);
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    if (VALUES.has(key)) continue;
    if (key !== 'properties' || !isObject(value)) {
      walk(value, names, depth + 1);
      continue;
    }
    for (const [name, field] of Object.entries(value)) {
      if (names.size < NAMES_MAX) names.add(name);
      // Do not check the key again: a field itself may be called "enum".
      walk(field, names, depth + 1);
    }
  }
}
