/** What a failed attempt says about when to try again. */
export interface FailedAttempt {
  /** True for a timeout or a 429: the receiver has too much to do. */
  readonly overloaded: boolean;
  /** The receiver's Retry-After, already turned into a wait. Null: none, or unreadable. */
  readonly retryAfterMs: number | null;
}

export interface RetryPolicy {
  /**
   * The wait before the next try, in milliseconds. Null: that was the last planned one.
   * @param attemptsMade attempts made so far, this one included
   */
  waitMs(attemptsMade: number, failure: FailedAttempt): number | null;
}

/** Each wait is spread by this share in both directions, so that receivers do not get everything back at once. */
const JITTER = 0.2;
/** When failed deliveries are tried again. Read at each failure: what changes acts on the next one. */
export interface RetrySettings {
  /** Waits between tries, in seconds. Empty: no second try. */
  readonly scheduleS: readonly number[];
  /** The shortest wait after a timeout or a 429, in milliseconds; 0 for none. */
  readonly overloadWaitMs: number;
}

/**
 * Waits by a schedule. A Retry-After may stretch a wait to twice its length and never shortens it.
 * @param random gives numbers from 0 up to 1
 */
export function createRetryPolicy(settings: RetrySettings, random: () => number): RetryPolicy {
  return {
    waitMs(attemptsMade, { overloaded, retryAfterMs }) {
      const { scheduleS, overloadWaitMs } = settings;
      const planned = scheduleS[attemptsMade - 1];
      if (planned === undefined) return null;
      const spread = planned * 1000 * (1 - JITTER + 2 * JITTER * random());
      const wait = overloaded ? Math.max(spread, overloadWaitMs) : spread;
      return Math.round(Math.min(Math.max(wait, retryAfterMs ?? 0), 2 * wait));
    },
  };
}

/** The longest wait that these settings can lead to, in milliseconds. */
export function longestWaitMs({ scheduleS, overloadWaitMs }: RetrySettings): number {
  return 2 * Math.max(0, overloadWaitMs, ...scheduleS.map((planned) => planned * 1000 * (1 + JITTER)));
}

/** Reads a Retry-After header, seconds or a date, as a wait in milliseconds from `now`. Null when it is neither. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Math.ceil(Number(value)) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
