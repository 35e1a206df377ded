// npm run demo: the whole path with third-party programs. The official client imports GitHub's webhooks, creates an
// application that takes 10 messages a second, and sends 100; the receiver counts, times and verifies them.
//
//   npm run demo                      both generations of the client, against a server of its own
//   npm run demo -- --client 1        only svix 1.x (or 2)
//   POSTHORN_URL=... POSTHORN_ADMIN_TOKEN=... npm run demo     against a running server that may reach 127.0.0.1
import './node-version.mjs';
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { startOwnServer } from './own-server.mjs';
import { ensureInstalled, ROOT, SetupError, say } from './setup.mjs';

const MESSAGES = 100;
const RATE_LIMIT = 10;
/** Requests in flight at once while sending. */
const SENDERS = 8;
/** Everything should have arrived after (MESSAGES / RATE_LIMIT) seconds; this is for a very slow machine. */
const PATIENCE_MS = 60_000;
const require = createRequire(import.meta.url);

/** @typedef {Pick<import('./own-server.mjs').OwnServer, 'url' | 'token' | 'stop'>} Server */
/** @typedef {import('./demo-receiver.mjs').Arrival} Arrival */

try {
  const { values } = parseArgs({ options: { client: { type: 'string' } } });
  if (values.client !== undefined && !['1', '2'].includes(values.client)) {
    throw new SetupError('--client is 1 or 2.');
  }
  await ensureInstalled();
  const clients = values.client ? [values.client] : ['2', '1'];
  const server = process.env.POSTHORN_URL ? givenServer() : await startOwnServer();
  try {
    let faults = 0;
    for (const client of clients) faults += await demonstrate(server, client);
    process.exitCode = faults === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
} catch (cause) {
  if (!(cause instanceof SetupError)) throw cause;
  console.error(`posthorn: ${cause.message}`);
  process.exitCode = 1;
}

/**
 * @param {Server} server
 * @param {string} generation the client's generation, 1 or 2
 * @returns {Promise<number>} how many things were wrong
 */
async function demonstrate(server, generation) {
  const client = await loadClient(server, generation);
  console.log(`\nOfficial client svix ${client.version}, unmodified, against ${server.url}`);
  const catalog = await importCatalog(server, client);
  const receiver = await startReceiver();
  const app = await client.createApplication({ name: `Demo with svix ${client.version}` }, RATE_LIMIT);
  try {
    const endpoint = await createEndpoint(client, app.id, receiver.url);
    const { key } = await client.api.endpoint.getSecret(app.id, endpoint.id);
    const startedMs = nowMs();
    const sent = await sendAll(client, app.id, catalog.examples);
    const acceptedMs = nowMs() - startedMs;
    await receiver.waitFor(sent.size);
    return report({ catalog, sent, acceptedMs, arrivals: receiver.arrivals, secret: key });
  } finally {
    await client.api.application.delete(app.id);
    receiver.stop();
  }
}

/**
 * @param {Awaited<ReturnType<typeof loadClient>>} client
 * @param {string} appId
 * @param {string} url
 * @throws {SetupError} when the server may not deliver to this machine
 */
async function createEndpoint(client, appId, url) {
  try {
    return await client.api.endpoint.create(appId, { url, description: 'The receiver of npm run demo' });
  } catch (cause) {
    const failure = /** @type {{ code?: number, body?: unknown }} */ (cause);
    if (failure.code !== 422) throw cause;
    throw new SetupError(
      `The server will not deliver to ${url}: ${JSON.stringify(failure.body)}. Start it with "npm start", or with --allow-target 127.0.0.0/8.`,
    );
  }
}

/**
 * Imports GitHub's description and generates an example payload for MESSAGES of its event types.
 * @param {Server} server
 * @param {Awaited<ReturnType<typeof loadClient>>} client
 */
async function importCatalog(server, client) {
  const file = require.resolve('@octokit/openapi-webhooks/generated/api.github.com.json');
  const spec = JSON.parse(await readFile(file, 'utf8'));
  const startedMs = nowMs();
  const { data } = await client.api.eventType.importOpenapi({ spec });
  const tookMs = nowMs() - startedMs;
  /** @type {Map<string, any>} */
  const types = new Map();
  for (let iterator = null, done = false; !done; ) {
    /** @type {{ data: any[], iterator: string | null, done: boolean }} */
    const page = await client.api.eventType.list({
      limit: 100,
      withContent: true,
      ...(iterator ? { iterator } : {}),
    });
    for (const type of page.data) types.set(type.name, type);
    iterator = page.iterator;
    done = page.done;
  }
  const described = Object.keys(spec.webhooks);
  const found = described.filter((name) => types.has(name));
  /** @type {{ eventType: string, payload: object }[]} */
  const examples = [];
  for (let i = 0; i < MESSAGES; i++) {
    const name = found[Math.floor((i * found.length) / MESSAGES)] ?? '';
    const response = await fetch(`${server.url}/api/v1/event-type/schema/generate-example`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ schema: types.get(name).schemas['1'] }),
    });
    if (!response.ok) throw new Error(`No example for ${name}: ${response.status} ${await response.text()}`);
    const { example } = await response.json();
    examples.push({ eventType: name, payload: example });
  }
  return {
    described: described.length,
    found: found.length,
    modified: data.modified.length,
    tookMs,
    examples,
  };
}

/**
 * @param {Awaited<ReturnType<typeof loadClient>>} client
 * @param {string} appId
 * @param {readonly { eventType: string, payload: object }[]} examples
 * @returns {Promise<Map<string, object>>} the payloads by message id
 */
async function sendAll(client, appId, examples) {
  const sent = new Map();
  const waiting = [...examples];
  const sender = async () => {
    for (let example = waiting.shift(); example; example = waiting.shift()) {
      const message = await client.api.message.create(appId, example);
      sent.set(message.id, example.payload);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return sent;
}

/**
 * Prints what happened.
 * @param {{ catalog: Awaited<ReturnType<typeof importCatalog>>, sent: Map<string, object>, acceptedMs: number,
 *   arrivals: readonly Arrival[], secret: string }} result
 * @returns {number} how many lines report a problem
 */
function report({ catalog, sent, acceptedMs, arrivals, secret }) {
  const ids = new Set(arrivals.map((arrival) => arrival.headers['webhook-id'] ?? ''));
  const delivered = [...sent.keys()].filter((id) => ids.has(id)).length;
  const matching = arrivals.filter((arrival) =>
    isDeepStrictEqual(JSON.parse(arrival.body), sent.get(arrival.headers['webhook-id'] ?? '')),
  ).length;
  const verified = arrivals.filter((arrival) => isSigned(arrival, secret)).length;
  // A verifier that accepts everything would prove nothing.
  const forged = arrivals.filter((arrival) =>
    isSigned({ ...arrival, body: `${arrival.body} ` }, secret),
  ).length;
  const times = arrivals.map((arrival) => arrival.atMs).sort((a, b) => a - b);
  const worst = worstWindow(times, 1000);
  // On a busy machine, a request may be noticed late, and the next ones on time: they seem closer together than they
  // were.
  const heldUpMs = Math.max(0, ...arrivals.map((arrival) => arrival.heldUpMs));
  const exact = worst <= RATE_LIMIT;
  const within = exact || worstWindow(times, 1000 - heldUpMs) <= RATE_LIMIT;
  const doubt = exact ? '' : `, clocked to ${heldUpMs.toFixed(1)} ms: the machine was busy`;
  const tookS = times.length > 1 ? ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000 : 0;
  const idealS = (MESSAGES - 1) / RATE_LIMIT;
  /** @type {readonly (readonly [boolean, string, string])[]} */
  const lines = [
    [
      catalog.found === catalog.described && catalog.described > 0,
      'event types',
      `${catalog.found} of ${catalog.described} imported (${catalog.modified} changed, ${Math.round(catalog.tookMs)} ms)`,
    ],
    [sent.size === MESSAGES, 'sent', `${sent.size} (accepted in ${Math.round(acceptedMs)} ms)`],
    [
      delivered === MESSAGES && arrivals.length === MESSAGES,
      'delivered',
      `${delivered} (${arrivals.length} requests)`,
    ],
    [matching === arrivals.length, 'payloads', `${matching} arrived as they were sent`],
    [within && worst > 0, 'worst one-second window', `${worst} (limit ${RATE_LIMIT}${doubt})`],
    // The limit is exact; how long a busy machine takes beyond it says nothing of the server.
    [
      tookS >= idealS * 0.99 && tookS <= idealS * 2,
      'total time',
      `${tookS.toFixed(2)} s (${idealS.toFixed(1)} s at exactly ${RATE_LIMIT} a second)`,
    ],
    [verified === arrivals.length && forged === 0, 'signatures verified', `${verified} by standardwebhooks`],
  ];
  for (const [fine, name, text] of lines) console.log(`  ${fine ? '  ' : '! '}${name.padEnd(24)} ${text}`);
  return lines.filter(([fine]) => !fine).length;
}

/**
 * @param {Arrival} arrival
 * @param {string} secret
 */
function isSigned(arrival, secret) {
  const { Webhook } = require('standardwebhooks');
  try {
    new Webhook(secret).verify(arrival.body, arrival.headers);
    return true;
  } catch {
    return false;
  }
}

/**
 * The most events in any half-open window of this length.
 * @param {readonly number[]} times sorted
 * @param {number} lengthMs
 */
function worstWindow(times, lengthMs) {
  let worst = 0;
  for (let last = 0, first = 0; last < times.length; last++) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= lengthMs) first++;
    worst = Math.max(worst, last - first + 1);
  }
  return worst;
}

/**
 * The client as published, with the one difference between its generations: the name of a rate limit.
 * @param {Server} server
 * @param {string} generation
 */
async function loadClient(server, generation) {
  const packageName = generation === '1' ? 'svix-1' : 'svix';
  const { Svix } = await import(packageName);
  const manifest = join(ROOT, 'node_modules', packageName, 'package.json');
  const api = new Svix(server.token, { serverUrl: server.url });
  const limitField = generation === '1' ? 'rateLimit' : 'throttleRate';
  return {
    version: JSON.parse(await readFile(manifest, 'utf8')).version,
    api,
    /**
     * @param {object} fields
     * @param {number} rateLimit
     */
    createApplication: (fields, rateLimit) => api.application.create({ ...fields, [limitField]: rateLimit }),
  };
}

/** @returns {Promise<{ url: string, arrivals: Arrival[], waitFor: (count: number) => Promise<void>, stop: () => void }>} */
async function startReceiver() {
  const child = fork(join(import.meta.dirname, 'demo-receiver.mjs'));
  /** @type {Arrival[]} */
  const arrivals = [];
  let onArrival = () => {};
  /** @type {number} */
  const port = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.on('message', (/** @type {any} */ message) => {
      if (message.port) return resolve(message.port);
      arrivals.push(message);
      onArrival();
    });
  });
  return {
    url: `http://127.0.0.1:${port}/demo`,
    arrivals,
    waitFor: (count) =>
      new Promise((resolve) => {
        // Running out of patience is not an error here: the report will say what is missing.
        const patience = setTimeout(resolve, PATIENCE_MS);
        onArrival = () => {
          const ids = new Set(arrivals.map((arrival) => arrival.headers['webhook-id']));
          if (ids.size < count) return;
          clearTimeout(patience);
          resolve();
        };
        onArrival();
      }),
    stop: () => child.disconnect(),
  };
}

/** @returns {Server} */
function givenServer() {
  const token = process.env.POSTHORN_ADMIN_TOKEN;
  if (!token) throw new SetupError('With POSTHORN_URL, give the admin token as POSTHORN_ADMIN_TOKEN.');
  const url = (process.env.POSTHORN_URL ?? '').replace(/\/+$/, '');
  say(`using the server at ${url}; the imported event types will stay there`);
  return { url, token, stop: async () => {} };
}

function nowMs() {
  return performance.now();
}
