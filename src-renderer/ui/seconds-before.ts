/**
 * For each time, how many lie in the second that ends with it, including itself.
 * @param timesMs in order
 */
export function secondsBefore(timesMs: readonly number[]): readonly { atMs: number; count: number }[] {
  let from = 0;
  return timesMs.map((atMs, index) => {
    while (atMs - (timesMs[from] ?? atMs) >= 1000) from += 1;
    return { atMs, count: index - from + 1 };
  });
}
