// Statistics over lists of numbers.

/**
 * @param {readonly number[]} sorted
 * @param {number} share 0.5 is the median
 */
export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export function sort(values) {
  return [...values].sort((a, b) => a - b);
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(sort(values), 0.5);
}

/**
 * The most events in any half-open window of this length.
 * @param {readonly number[]} sorted times
 * @param {number} lengthMs
 */
export function worstWindow(sorted, lengthMs) {
  let worst = 0;
  for (let last = 0, first = 0; last < sorted.length; last++) {
    while ((sorted[last] ?? 0) - (sorted[first] ?? 0) >= lengthMs) first++;
    worst = Math.max(worst, last - first + 1);
  }
  return worst;
}

/**
 * Events per second from the first to the last.
 * @param {readonly number[]} sorted times in ms
 */
export function ratePerSecond(sorted) {
  const tookMs = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  return tookMs > 0 ? ((sorted.length - 1) * 1000) / tookMs : Number.NaN;
}

/**
 * The intervals between neighbours.
 * @param {readonly number[]} sorted
 */
export function steps(sorted) {
  return sorted.slice(1).map((time, i) => time - (sorted[i] ?? 0));
}

/**
 * The straight line nearest to these points, by least squares, and how uncertain its slope is.
 * @param {readonly (readonly [number, number])[]} points
 */
export function fitLine(points) {
  const mean = (/** @type {readonly number[]} */ of) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const meanX = mean(points.map(([x]) => x));
  const meanY = mean(points.map(([, y]) => y));
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const off = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, standardError: Math.sqrt(off / (points.length - 2) / spread) };
}
