import { keepNumbers, keepOrder, numberText, orderedKeys } from '../../src-server/json-schema/ordered-json';

/**
 * The new value, reusing the unchanged parts of the old one, so that only what changed is rendered again. Two objects
 * are the same only if their keys are in the same order and their numbers are spelled the same: moving a field makes a
 * schema a different one.
 */
export function shareData(before: unknown, now: unknown): unknown {
  if (before === now) return before;
  if (Array.isArray(before) && Array.isArray(now)) {
    const next = now.map((item, index) => shareData(before[index], item));
    const isSame = next.length === before.length && next.every((item, index) => item === before[index]);
    return isSame && hasSameNumbers(before, now) ? before : keepNumbers(next, now);
  }
  if (!isPlain(before) || !isPlain(now)) return now;
  const keys = orderedKeys(now);
  const next = Object.fromEntries(keys.map((key) => [key, shareData(before[key], now[key])]));
  const known = orderedKeys(before);
  const isSame =
    known.length === keys.length &&
    keys.every(
      (key, index) => known[index] === key && Object.hasOwn(before, key) && next[key] === before[key],
    );
  return isSame && hasSameNumbers(before, now) ? before : keepOrder(next, now);
}

function hasSameNumbers(before: object, now: object): boolean {
  return Object.keys(now).every(
    (key) => numberText({ holder: before, key }) === numberText({ holder: now, key }),
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
