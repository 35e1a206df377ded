import { child } from '../../json-schema/json-pointer';
import type { JsonObject } from '../../json-schema/plain-json';

/** The pointer to an object of a schema; null if it is not in there. */
export function pointerTo(root: JsonObject, wanted: unknown): string | null {
  const stack: (readonly [value: object, pointer: string])[] = [[root, '']];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, pointer] = next;
    if (value === wanted) return pointer;
    for (const [key, item] of Object.entries(value))
      if (typeof item === 'object' && item !== null) stack.push([item, child(pointer, key)]);
  }
  return null;
}
