// One line of the pacing table: how exactly a limit was held, as the receiver saw it.
import { quantile, ratePerSecond, sort, steps, worstWindow } from './statistics.mjs';

/**
 * @param {string} name
 * @param {number} limit of each lane
 * @param {readonly number[][]} lanes arrival times, sorted
 * @param {number} heldUpMs how late the receiver may have noticed some of them
 * @param {number} settledMs the mean and the spacing leave out what arrived before
 */
export function pacingRow(name, limit, lanes, heldUpMs, settledMs = 0) {
  const after = lanes.map((lane) => lane.filter((atMs) => atMs >= settledMs));
  // On a machine so slow that nearly everything came before, the whole has to do.
  const settled = after.some((lane) => lane.length > 1) ? after : lanes;
  const spacing = sort(settled.flatMap(steps));
  const rates = settled.map(ratePerSecond).filter((rate) => !Number.isNaN(rate));
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  return {
    name,
    limit,
    sends: lanes.reduce((sum, lane) => sum + lane.length, 0),
    ...overLimit(limit, lanes, heldUpMs),
    heldUpMs,
    meanPerSecond: mean,
    ofLimit: mean / limit,
    spacingP50Ms: quantile(spacing, 0.5),
    spacingP99Ms: quantile(spacing, 0.99),
  };
}

/**
 * @param {number} limit
 * @param {readonly number[][]} lanes
 * @param {number} heldUpMs
 */
function overLimit(limit, lanes, heldUpMs) {
  return {
    worstWindow: Math.max(...lanes.map((lane) => worstWindow(lane, 1000))),
    lanesOver: lanes.filter((lane) => worstWindow(lane, 1000) > limit).length,
    // Those that were over even if the receiver was as late as it may have been.
    lanesSurelyOver: lanes.filter((lane) => worstWindow(lane, 1000 - heldUpMs) > limit).length,
  };
}
