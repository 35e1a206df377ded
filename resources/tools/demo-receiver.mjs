// A receiver of webhooks in a process of its own: whatever else the demo is doing, the time it records for a request is
// the time it arrived.
import { createServer } from 'node:http';
import { constants, setPriority } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * @typedef {object} Arrival
 * @property {number} atMs on a clock of this process that never goes backwards
 * @property {Record<string, string>} headers
 * @property {string} body
 * @property {number} heldUpMs the longest that the machine has held up this process so far: the precision of the times
 */

/** How often the histogram takes a sample, in ms. Any excess over that is time in which the process was held up. */
const LOOK_MS = 1;

try {
  // On a busy machine, it would otherwise notice some requests late, and see them closer together than they came.
  setPriority(constants.priority.PRIORITY_HIGHEST);
} catch {
  // Only some users may do that. Without it, the figures are slightly less precise.
}

const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
const server = createServer((request, response) => {
  const atMs = performance.now();
  const { headers } = request;
  delays.enable(); // from the first request on: earlier delays say nothing about the requests
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    response.end('ok');
    const heldUpMs = Math.max(0, delays.max / 1e6 - LOOK_MS);
    process.send?.({ atMs, headers, body: Buffer.concat(chunks).toString('utf8'), heldUpMs });
  });
});
// The parent process is gone, and with it the reason to run.
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
