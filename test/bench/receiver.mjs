// The other end of every measurement, in a process of its own: answers at once, and notes when each request to
// each path arrived. The clock is the machine's monotonic one, the same in all processes.
import { createServer } from 'node:http';

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
    response.end('ok');
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
    process.send?.({ id: message.id });
  } else if (message.kind === 'wait') {
    if (count >= message.count) process.send?.({ id: message.id });
    else waiting = message;
  } else if (message.kind === 'read') {
    process.send?.({ id: message.id, arrivals: [...arrivals] });
  }
});
// Whoever started it is gone: so is the reason to be here.
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
