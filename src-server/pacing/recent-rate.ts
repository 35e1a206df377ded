/** How many whole seconds a rate looks back on. */
export const RATE_SECONDS = 5;
/** Below this many per second, one second holds too few to be a rate. */
const SPARSE_PER_S = 2;

/**
 * The rate per second at the end of these whole seconds, oldest first. A dense flow is measured by its last second: a
 * mean would still report a burst that has ended. A sparse one is measured by the mean.
 */
export function recentRate(counts: readonly number[]): number {
  if (counts.length === 0) return 0;
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return mean < SPARSE_PER_S ? mean : (counts.at(-1) ?? 0);
}
