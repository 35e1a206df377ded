/**
 * Time, injected everywhere so that tests can own it. The only file that may call Date.now, performance.now
 * or the timer functions.
 *
 * Two kinds of time that must not be mixed: the wall clock names an instant (it may jump when a laptop wakes
 * or a time server corrects it), the monotonic clock measures a duration (it never jumps, and means nothing
 * in another process).
 */
export interface Clock {
  /** The wall clock, in milliseconds since 1970. */
  now(): number;
  /** The monotonic clock, in integer microseconds since an arbitrary fixed moment of this process. */
  monotonicUs(): number;
  /** Runs `task` once, `delayMs` from now (fractions allowed). A timer alone never keeps the process alive. */
  setTimer(delayMs: number, task: () => void): Timer;
  /** Resolves `delayMs` from now, or at once when `signal` aborts. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** A timer that has not fired yet. */
export interface Timer {
  /** Keeps it from firing; harmless when it already has. */
  cancel(): void;
}

/** The longest delay a platform timer can hold; longer ones would fire at once. */
const LONGEST_DELAY_MS = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicUs: () => Math.round(performance.now() * 1000),
  setTimer(delayMs, task) {
    const timer = setTimeout(task, Math.min(Math.max(0, delayMs), LONGEST_DELAY_MS));
    timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
  sleep(delayMs, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, Math.min(Math.max(0, delayMs), LONGEST_DELAY_MS));
      signal?.addEventListener('abort', finish, { once: true });
    });
  },
};

/** An instant as the API writes it: RFC 3339 in UTC with milliseconds. */
export function toIsoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
