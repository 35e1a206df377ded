// The receiver of the crash tests, in its own process: it outlives every kill, and knows what arrived,
// how often, under which id, and when. Its clock is the machine's monotonic one.
//
// The first segment of a path determines the response:
//   /ok/..     200 at once
//   /twice/..  500 to the first two attempts of a message, then 200
//   /fifth/..  500 to the first attempt of a message whose key ends in 0 or 5, then 200
//   /drop/..   closes the connection on the first attempt of a message, then 200
//   /hang/..   never answers the first attempt of a message, then 200
//   /never/..  always 500
import { createServer } from 'node:http';

/** How often it reads the clock, in ms. A longer interval means that this process was delayed. */
const LOOK_MS = 2;
/** A request may wait one turn for its connection to be accepted, and another to be read. */
const LOOKS_REMEMBERED = 4;
const LONG_DELAY_MS = 20;

/**
 * One request as it arrived. Packed as a list, because there are many.
 * @typedef {[path: string, id: string, key: string, earliestMs: number, latestMs: number]} PackedArrival
 */

/** @type {PackedArrival[]} */
const arrivals = [];
/** @type {Map<string, number>} tries by path and id */
const tries = new Map();
/** @type {Set<{ path: string, count: number, id: number }>} */
const waiting = new Set();
/** The last readings of the clock, oldest first: whatever is noticed now arrived after the oldest of these. */
let looks = Array.from({ length: LOOKS_REMEMBERED }, now);
/** After a delay, requests that arrived during it are still being read for about as long. */
let delayed = { sinceMs: 0, untilMs: 0 };
setInterval(() => {
  const [oldest = 0] = looks;
  const newest = looks.at(-1) ?? 0;
  const delayMs = now() - newest;
  if (delayMs > LONG_DELAY_MS) delayed = { sinceMs: oldest, untilMs: newest + 2 * delayMs };
  looks = [...looks.slice(1), now()];
}, LOOK_MS);

const server = createServer((request, response) => {
  const latestMs = now();
  const earliestMs = latestMs < delayed.untilMs ? delayed.sinceMs : (looks[0] ?? 0);
  const path = request.url ?? '';
  let text = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const id = String(request.headers['webhook-id']);
    // Throws on an incomplete body, which does not count as an arrival.
    const { key } = JSON.parse(text);
    arrivals.push([path, id, key, earliestMs, latestMs]);
    const tried = (tries.get(`${path} ${id}`) ?? 0) + 1;
    tries.set(`${path} ${id}`, tried);
    const kind = path.split('/')[1];
    const isFifth = kind === 'fifth' && tried === 1 && /[05]$/.test(key);
    if (kind === 'never' || isFifth || (kind === 'twice' && tried <= 2)) response.writeHead(500).end();
    else if (kind === 'drop' && tried === 1) request.socket.destroy();
    else if (kind !== 'hang' || tried > 1) response.end();
    for (const waiter of waiting) respondIfReached(waiter);
  });
});
server.keepAliveTimeout = 60_000;

process.on('message', (/** @type {any} */ message) => {
  if (message.kind === 'wait') {
    waiting.add(message);
    respondIfReached(message);
  } else if (message.kind === 'read') {
    process.send?.({ id: message.id, arrivals });
  }
});
// Its parent is gone, so it ends too.
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});

/** @param {{ path: string, count: number, id: number }} waiter `path` may be the begin of several; '' is all */
function respondIfReached(waiter) {
  const count =
    waiter.path === '' ? arrivals.length : arrivals.filter(([path]) => path.startsWith(waiter.path)).length;
  if (count < waiter.count) return;
  waiting.delete(waiter);
  process.send?.({ id: waiter.id, count });
}

function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}
