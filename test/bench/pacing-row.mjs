// One line of the pacing table: how exactly a limit was held, as the receiver saw it.
import { quantile, ratePerSecond, sort, steps, worstWindow } from './statistics.mjs';

/**
 * @param {string} name
 * @param {number} limit of each queue
 * @param {readonly number[][]} queues arrival times, sorted
 * @param {number} heldUpMs how late the receiver may have noticed some of them
 * @param {number} settledMs the mean and the spacing leave out what arrived before
 */
export function pacingRow(name, limit, queues, heldUpMs, settledMs = 0) {
  const after = queues.map((queue) => queue.filter((atMs) => atMs >= settledMs));
  // On a machine so slow that nearly everything arrived before, the whole interval counts.
  const settled = after.some((queue) => queue.length > 1) ? after : queues;
  const spacing = sort(settled.flatMap(steps));
  const rates = settled.map(ratePerSecond).filter((rate) => !Number.isNaN(rate));
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  return {
    name,
    limit,
    sends: queues.reduce((sum, queue) => sum + queue.length, 0),
    ...overLimit(limit, queues, heldUpMs),
    heldUpMs,
    meanPerSecond: mean,
    ofLimit: mean / limit,
    spacingP50Ms: quantile(spacing, 0.5),
    spacingP99Ms: quantile(spacing, 0.99),
  };
}

/**
 * @param {number} limit
 * @param {readonly number[][]} queues
 * @param {number} heldUpMs
 */
function overLimit(limit, queues, heldUpMs) {
  return {
    worstWindow: Math.max(...queues.map((queue) => worstWindow(queue, 1000))),
    queuesOver: queues.filter((queue) => worstWindow(queue, 1000) > limit).length,
    // Those over the limit even if the receiver was as late as possible.
    queuesSurelyOver: queues.filter((queue) => worstWindow(queue, 1000 - heldUpMs) > limit).length,
  };
}
