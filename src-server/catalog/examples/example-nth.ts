import type { JsonObject } from '../../json-schema/plain-json';

/** Makes the nth of the different examples of something, from 0; null when there are fewer. */
export type MakeNth = (nth: number) => JsonObject | null;

/** The nth example of several alternatives: those of the first one, then those of the next. */
export function nthOfAll(alternatives: readonly MakeNth[], nth: number): JsonObject | null {
  let left = nth;
  for (const make of alternatives) {
    const made = make(left);
    if (made !== null) return made;
    left -= countBelow(make, left);
  }
  return null;
}

/**
 * The nth example of one part of several that vary together, like the digits of a number: this part takes what it can,
 * and `left` is for the next one. Null: it has no example at all.
 */
export function nthOfPart(make: MakeNth, nth: number): { made: JsonObject | null; left: number } {
  const made = make(nth);
  if (made !== null) return { made, left: 0 };
  const count = countBelow(make, nth);
  if (count === 0) return { made: null, left: nth };
  return { made: make(nth % count), left: Math.floor(nth / count) };
}

/** The number of examples, given that there are at most `most`. */
function countBelow(make: MakeNth, most: number): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (make(middle) === null) high = middle;
    else low = middle + 1;
  }
  return low;
}
