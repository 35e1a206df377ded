import type { AttemptOut } from '../../../../src-server/contract/attempt';
import { secondsBefore } from '../../../ui/seconds-before';

/** The progress of a burst. */
export interface BurstState {
  /** Messages that have arrived. */
  readonly delivered: number;
  /** Messages whose attempts have all failed so far. */
  readonly failing: number;
  /** The most requests sent within any one second. */
  readonly worstSecond: number;
  /** From the first request to the last, in milliseconds. */
  readonly tookMs: number;
  readonly isDone: boolean;
}

/**
 * The state of a burst, from its attempts.
 * @param of how many messages it has
 */
export function burstState(
  attempts: readonly Pick<AttemptOut, 'msgId' | 'statusText' | 'timestamp'>[],
  of: number,
): BurstState {
  const delivered = new Set(
    attempts.filter(({ statusText }) => statusText === 'success').map(({ msgId }) => msgId),
  );
  const tried = new Set(attempts.map(({ msgId }) => msgId));
  const timesMs = attempts.map(({ timestamp }) => Date.parse(timestamp)).sort((a, b) => a - b);
  return {
    delivered: delivered.size,
    failing: tried.size - delivered.size,
    worstSecond: Math.max(0, ...secondsBefore(timesMs).map(({ count }) => count)),
    tookMs: (timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0),
    isDone: delivered.size >= of,
  };
}
