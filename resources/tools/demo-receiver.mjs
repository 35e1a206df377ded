// A receiver of webhooks on a thread of its own: whatever else the demo is doing, the time it notes for a request
// is the time it arrived.
import { createServer } from 'node:http';
import { parentPort } from 'node:worker_threads';

/**
 * @typedef {object} Arrival
 * @property {number} atMs on the monotonic clock of the process
 * @property {Record<string, string>} headers
 * @property {string} body
 */

if (!parentPort) throw new Error('This file runs as a worker thread.');
const port = parentPort;

const server = createServer((request, response) => {
  const atMs = performance.timeOrigin + performance.now();
  const { headers } = request;
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    response.end('ok');
    port.postMessage({ atMs, headers, body: Buffer.concat(chunks).toString('utf8') });
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  port.postMessage({ port: typeof address === 'object' ? address?.port : 0 });
});
