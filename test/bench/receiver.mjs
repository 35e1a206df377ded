// The other end of every measurement, in its own process: answers at once (below /hang/ never), and records
// when each request to each path arrived. The clock is the machine's monotonic one, the same in all processes.
import { createServer } from 'node:http';
import { constants, setPriority } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';

try {
  // Otherwise, on a busy machine, it would notice some requests late, and closer together than they arrived.
  setPriority(constants.priority.PRIORITY_HIGHEST);
} catch {
  // Only some users may do that. Without it, the figures are slightly less precise.
}

/** The interval of the histogram, in ms. A longer one means that this process was delayed. */
const LOOK_MS = 1;
const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
delays.enable();

/** @type {Map<string, number[]>} arrival times in ms by path */
let arrivals = new Map();
let count = 0;
/** @type {{ count: number, id: number } | null} */
let waiting = null;

const server = createServer((request, response) => {
  const atMs = Number(process.hrtime.bigint()) / 1e6;
  const path = request.url ?? '';
  request.resume();
  request.on('end', () => {
    if (!path.startsWith('/hang/')) response.end('ok');
    const times = arrivals.get(path);
    if (times) times.push(atMs);
    else arrivals.set(path, [atMs]);
    count += 1;
    if (waiting && count >= waiting.count) {
      process.send?.({ id: waiting.id });
      waiting = null;
    }
  });
});
server.keepAliveTimeout = 60_000;

process.on('message', (/** @type {any} */ message) => {
  if (message.kind === 'reset') {
    arrivals = new Map();
    count = 0;
    delays.reset();
    process.send?.({ id: message.id });
  } else if (message.kind === 'wait') {
    if (count >= message.count) process.send?.({ id: message.id });
    else waiting = message;
  } else if (message.kind === 'read') {
    const heldUpMs = Math.max(0, delays.max / 1e6 - LOOK_MS);
    process.send?.({ id: message.id, arrivals: [...arrivals], heldUpMs });
  }
});
// Its parent is gone, so it ends too.
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
