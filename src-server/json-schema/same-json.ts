import { exactNumber } from './exact-number';
import { type HeldValue, heldValue } from './held-value';
import { heldNode, type JsonNode } from './json-node';
import { isObject } from './plain-json';

/**
 * True when two JSON values mean the same: the order of keys does not count, the order of lists does. Numbers that
 * they hold are compared as they are spelled, beyond what a double can tell. Recursive: only for values whose nesting
 * is already bounded (stored schemas are).
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((_item, key) => sameHeld({ holder: a, key }, { holder: b, key }));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameHeld({ holder: a, key }, { holder: b, key }))
  );
}

/** The same of values that are held somewhere; nothing is only the same as nothing. */
export function sameHeld(a: HeldValue, b: HeldValue): boolean {
  const [one, two] = [heldValue(a), heldValue(b)];
  if (typeof one !== 'number' || typeof two !== 'number') return sameJson(one, two);
  return one === two && exactNumber(a) === exactNumber(b);
}

/** The same of nodes, however they are written. */
export function sameNode(a: JsonNode, b: JsonNode): boolean {
  return a === b || sameHeld(heldNode(a), heldNode(b));
}
