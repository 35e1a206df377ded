import { exactNumber } from './exact-number';
import { type HeldValue, heldValue } from './held-value';
import { heldNode, type JsonNode } from './json-node';
import { isObject } from './plain-json';

/**
 * True when two JSON values mean the same: the order of keys is ignored, the order of lists counts. Their numbers are
 * compared by their spelling, beyond the precision of a double. Recursive: only for values whose nesting is already
 * bounded (stored schemas are).
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

/** The same for values in their holders; absent equals only absent. */
export function sameHeld(a: HeldValue, b: HeldValue): boolean {
  const [left, right] = [heldValue(a), heldValue(b)];
  if (typeof left !== 'number' || typeof right !== 'number') return sameJson(left, right);
  return left === right && exactNumber(a) === exactNumber(b);
}

/** The same for nodes, however they are written. */
export function sameNode(a: JsonNode, b: JsonNode): boolean {
  return a === b || sameHeld(heldNode(a), heldNode(b));
}
