// Loaded into a server process before anything else: measures how long its event loop is held, and says so when the
// test that started it asks.
import { readFileSync } from 'node:fs';

const TICK_MS = 1;
/** This thread, as Linux accounts for it: nanoseconds it ran, and nanoseconds it was ready and others had the processor. */
const ACCOUNT = '/proc/thread-self/schedstat';

let longestMs = 0;
let last = now();
setInterval(() => {
  const current = now();
  // A machine that does other things too holds the thread, and not the loop: that time does not count.
  const heldMs = current.atMs - last.atMs - (current.waitedMs - last.waitedMs) - TICK_MS;
  longestMs = Math.max(longestMs, heldMs);
  last = current;
}, TICK_MS).unref();

process.on('message', () => {
  // After the turn of the loop in which the answer that the test waited for was sent.
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
    return []; // not Linux: whoever reads the figures takes the least of several tries anyway
  }
}
