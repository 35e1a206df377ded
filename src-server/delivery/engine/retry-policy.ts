/** What a failed attempt says about when to retry. */
export interface FailedAttempt {
  /** True for a timeout or a 429: the receiver is overloaded. */
  readonly overloaded: boolean;
  /** The receiver's Retry-After, already converted to a wait. Null: none, or not a valid one. */
  readonly retryAfterMs: number | null;
}

export interface RetryPolicy {
  /**
   * The wait before the next attempt, in milliseconds. Null: that was the last planned one.
   * @param attemptsMade attempts made so far, including this one
   */
  waitMs(attemptsMade: number, failure: FailedAttempt): number | null;
  /** The longest wait that this can return, in milliseconds. */
  longestMs(): number;
}

/** Each wait varies by this share in both directions, so that receivers do not get everything back at once. */
const JITTER = 0.2;
/** When failed deliveries are retried. Read at each failure: a change applies to the next one. */
export interface RetrySettings {
  /** Waits between attempts, in seconds. Empty: no retry. */
  readonly scheduleS: readonly number[];
  /** The shortest wait after a timeout or a 429, in milliseconds; 0 for none. */
  readonly overloadWaitMs: number;
}

/**
 * Waits according to a schedule, and after an overload at least the overload wait. A valid Retry-After replaces the
 * overload wait, since the receiver knows better when it is ready. It never shortens a scheduled wait, and stretches a
 * wait to at most twice its length.
 * @param random returns numbers from 0 up to 1
 */
export function createRetryPolicy(settings: RetrySettings, random: () => number): RetryPolicy {
  return {
    longestMs: () => longestWaitMs(settings),
    waitMs(attemptsMade, { overloaded, retryAfterMs }) {
      const { scheduleS, overloadWaitMs } = settings;
      const planned = scheduleS[attemptsMade - 1];
      if (planned === undefined) return null;
      const spread = planned * 1000 * (1 - JITTER + 2 * JITTER * random());
      const wait = overloaded ? Math.max(spread, overloadWaitMs) : spread;
      if (retryAfterMs === null) return Math.round(wait);
      return Math.round(Math.min(Math.max(spread, retryAfterMs), 2 * wait));
    },
  };
}

/** The longest wait that these settings can produce, in milliseconds. */
export function longestWaitMs({ scheduleS, overloadWaitMs }: RetrySettings): number {
  return 2 * Math.max(0, overloadWaitMs, ...scheduleS.map((planned) => planned * 1000 * (1 + JITTER)));
}
