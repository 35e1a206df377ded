// Loaded into a server process before anything else: measures how long its event loop is held, and reports that on
// request of the test that started it.
import { readFileSync } from 'node:fs';

const TICK_MS = 1;
/** Linux accounting of this thread: nanoseconds it ran, and nanoseconds it was ready while others had the processor. */
const ACCOUNT = '/proc/thread-self/schedstat';

let longestMs = 0;
let last = now();
setInterval(() => {
  const current = now();
  // A busy machine holds the thread, not the loop: that time does not count.
  const heldMs = current.atMs - last.atMs - (current.waitedMs - last.waitedMs) - TICK_MS;
  longestMs = Math.max(longestMs, heldMs);
  last = current;
}, TICK_MS).unref();

process.on('message', () => {
  // After the turn of the loop that sent the answer the test waited for.
  setTimeout(() => {
    process.send?.({ longestMs });
    longestMs = 0;
  }, 2 * TICK_MS);
});
process.channel?.unref();

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
