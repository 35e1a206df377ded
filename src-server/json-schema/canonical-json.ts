import { exactNumber } from './exact-number';
import { type HeldValue, heldValue } from './held-value';
import { isUnordered, partOfKeyword } from './schema-parts';

/** Deeper nesting is given up: nobody writes it, and the stack is limited. */
const DEPTH_MAX = 400;

/**
 * A JSON value as text that is equal for equal values: keys are sorted, its numbers are exact. Null when it is nested
 * too deeply.
 * @param asSchema true: lists whose order JSON Schema ignores (`required`, `enum`, ...) are sorted too
 */
export function canonicalJson(value: unknown, asSchema = false): string | null {
  const write = (part: unknown, depth: number, isSet: boolean): string => {
    if (depth > DEPTH_MAX) throw new TooDeep();
    if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? 'null';
    if (Array.isArray(part)) {
      const items = part.map(
        (item, key) => exactNumber({ holder: part, key }) ?? write(item, depth + 1, false),
      );
      return `[${(isSet ? items.sort() : items).join()}]`;
    }
    const pairs = Object.entries(part).map(
      ([key, inner]) =>
        `${JSON.stringify(key)}:${exactNumber({ holder: part, key }) ?? write(inner, depth + 1, asSchema && isUnordered(partOfKeyword(key)))}`,
    );
    return `{${pairs.sort().join()}}`;
  };
  try {
    return write(value, 0, false);
  } catch (cause) {
    if (cause instanceof TooDeep) return null;
    throw cause;
  }
}

/** The same for a value in its holder. */
export function canonicalHeld(held: HeldValue): string | null {
  return exactNumber(held) ?? canonicalJson(heldValue(held));
}

class TooDeep extends Error {}
