/** How many whole seconds a rate looks back on. */
export const RATE_SECONDS = 5;
/** Below this many per second, one second holds too few to be a rate. */
const SPARSE_PER_S = 2;

/**
 * The rate per second at the end of these whole seconds, oldest first. A dense flow is measured by its last second: a
 * mean would still report a burst that has ended. A sparse one is measured by the mean.
 * @param flow what decides whether it is dense: for a part of a flow, the whole, so that both have the same measure
 */
export function recentRate(counts: readonly number[], flow: readonly number[] = counts): number {
  return meanOf(flow) < SPARSE_PER_S ? meanOf(counts) : (counts.at(-1) ?? 0);
}

function meanOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
}
