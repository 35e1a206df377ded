// Measures how long the event loop of a thread is held. Plain JavaScript, since a server of a test loads it first.
import { readFileSync } from 'node:fs';

const TICK_MS = 1;
/** Linux accounting of this thread: nanoseconds it ran, and nanoseconds it was ready while others had the processor. */
const ACCOUNT = '/proc/thread-self/schedstat';

/**
 * Watches the event loop of this thread from now on.
 * @returns {{ longestMs(): Promise<number>, end(): void }} longestMs: the longest time that the loop was held since the
 *   last call, in milliseconds. What a busy machine takes from the thread does not count.
 */
export function watchLoop() {
  let longestMs = 0;
  let last = now();
  const timer = setInterval(() => {
    const current = now();
    const heldMs = current.atMs - last.atMs - (current.waitedMs - last.waitedMs) - TICK_MS;
    longestMs = Math.max(longestMs, heldMs);
    last = current;
  }, TICK_MS);
  timer.unref();
  return {
    // After the turn of the loop whose end the caller waited for.
    longestMs: () =>
      new Promise((tell) => {
        setTimeout(() => {
          tell(longestMs);
          longestMs = 0;
        }, 2 * TICK_MS);
      }),
    end: () => clearInterval(timer),
  };
}

function now() {
  const [, waitedNs = 0] = account();
  return { atMs: performance.now(), waitedMs: waitedNs / 1e6 };
}

function account() {
  try {
    return readFileSync(ACCOUNT, 'utf8').split(' ').map(Number);
  } catch {
    return []; // not Linux: the reader of the figures takes the minimum of several runs anyway
  }
}
