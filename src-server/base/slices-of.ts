/** A list in slices of at most `size` entries, in order. */
export function* slicesOf<T>(list: readonly T[], size: number): Generator<readonly T[], void> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
