// A load generator in its own process: posts the same body this many times, with this concurrency, and reports how long
// it took. Also the floor of a drain, when it posts directly to the receiver.
import { Pool } from 'undici';

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {readonly string[]} [urls] several servers that take turns, instead of `url`
 * @property {Record<string, string>} headers
 * @property {string} body
 * @property {readonly string[]} [bodies] several that take turns, instead of `body`
 * @property {number} requests
 * @property {number} connections requests under way at once
 * @property {number} expectStatus anything else ends the run
 * @property {number} [pauseMs] between two requests of one connection; 0 when absent
 */

/** @param {Load} load */
async function run(load) {
  const urls = (load.urls ?? [load.url]).map((url) => new URL(url));
  const targets = urls.map(({ origin, pathname, search }) => ({
    pool: new Pool(origin, { connections: load.connections }),
    path: pathname + search,
  }));
  const bodies = load.bodies ?? [load.body];
  const startedMs = new Float64Array(load.requests);
  const endedMs = new Float64Array(load.requests);
  let next = 0;
  const sender = async () => {
    for (let n = next++; n < load.requests; n = next++) {
      startedMs[n] = now();
      const { pool, path } = /** @type {typeof targets[0]} */ (targets[n % targets.length]);
      const response = await pool.request({
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...load.headers },
        body: bodies[n % bodies.length],
      });
      const text = await response.body.text();
      endedMs[n] = now();
      if (response.statusCode !== load.expectStatus)
        throw new Error(`${response.statusCode}: ${text.slice(0, 300)}`);
      if (load.pauseMs) await new Promise((resolve) => setTimeout(resolve, load.pauseMs));
    }
  };
  await Promise.all(Array.from({ length: load.connections }, sender));
  await Promise.all(targets.map(({ pool }) => pool.close()));
  return { startedMs: [...startedMs], endedMs: [...endedMs] };
}

function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}

process.on('message', async (/** @type {any} */ message) => {
  try {
    process.send?.({ id: message.id, ...(await run(message.load)) });
  } catch (cause) {
    process.send?.({ id: message.id, error: String(cause) });
  }
});
process.on('disconnect', () => process.exit());
process.send?.({ port: 0 });
