// (n) One, two and four nodes on one PostgreSQL beside a server with a file: accept, drain, and both at once, and which
// part takes how much of the processor. All run on this machine and take turns, so that its speed concerns all alike.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import {
  newServerFolder,
  postgresPrograms,
  serverPid,
  startServer,
  stopServer,
} from '../../resources/tools/postgres-server.mjs';
import { say } from '../../resources/tools/setup.mjs';
import { nothingWaits } from './drain.mjs';
import { processorMs } from './process-cost.mjs';
import {
  callApi,
  createApplication,
  readArrivals,
  resetReceiver,
  runLoad,
  waitForArrivals,
} from './processes.mjs';
import { median, ratePerSecond, sort } from './statistics.mjs';

const CONNECTIONS = 50;
const NODES = [1, 2, 4];
/** Enough that each of four nodes sends to some. */
const ENDPOINTS = 32;
const LOOK_EVERY_MS = 5;
const SETTLED_WITHIN_MS = 30_000;

/**
 * A service to measure: one server with a file, or the nodes of one database.
 * @typedef {object} Place
 * @property {string} name
 * @property {import('./processes.mjs').Bench[]} nodes the same bench, with each of the servers
 * @property {() => Promise<void>} settled resolves when nothing waits any more, as the data says
 * @property {{ accept: number[], drain: number[], both: number[], shares: Shares[] }} measured
 */

/**
 * Of one core, during "both".
 * @typedef {{ nodes: number, database: number, around: number }} Shares
 */

/** @param {import('./processes.mjs').Bench} shared */
export async function measureNodes(shared) {
  if (!postgresPrograms()) {
    say('nodes: SKIPPED, because PostgreSQL is not installed');
    return null;
  }
  // On the disk that the file of the other server is on: commits wait for it.
  const folder = newServerFolder(['/tmp']);
  /** @type {Place[]} */
  const places = [];
  try {
    const address = await startServer(folder);
    const alone = { ...shared, server: await startOwnServer() };
    places.push({ name: 'file', nodes: [alone], settled: () => nothingWaits(alone), measured: nothing() });
    for (const count of NODES) places.push(await startNodes(shared, address, count));
    for (let round = 0; round < (shared.quick ? 1 : 3); round++) {
      for (const place of places) await measureRound(place, serverPid(folder) ?? 0);
    }
    return places.map((place) => summarize(place, places[0] ?? place));
  } finally {
    for (const { nodes } of places) await Promise.all(nodes.map(({ server }) => server.stop()));
    await stopServer(folder);
  }
}

/**
 * @param {import('./processes.mjs').Bench} shared
 * @param {string} address of any database of the PostgreSQL server
 * @param {number} count
 * @returns {Promise<Place>}
 */
export async function startNodes(shared, address, count) {
  const name = `nodes_${count}`;
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  await client.end();
  const url = address.replace(/\/postgres(?=\?)/, `/${name}`);
  const env = {
    POSTHORN_DATABASE: url,
    POSTHORN_ADMIN_TOKEN: randomBytes(24).toString('hex'),
    POSTHORN_CLUSTER_SECRET: randomBytes(24).toString('hex'),
    POSTHORN_SECRET_KEY: randomBytes(32).toString('hex'),
  };
  const nodes = [];
  for (let n = 0; n < count; n++) nodes.push({ ...shared, server: await startOwnServer({ env }) });
  const first = /** @type {import('./processes.mjs').Bench} */ (nodes[0]);
  await until(async () => {
    const { data } = await callApi(first, 'GET', '/nodes');
    return data.length === count && data.every((/** @type {any} */ node) => node.slots === 256 / count);
  });
  const title = count === 1 ? 'PostgreSQL, 1 node' : `PostgreSQL, ${count} nodes`;
  return { name: title, nodes, settled: () => nothingWaitsIn(url), measured: nothing() };
}

/**
 * @param {Place} place
 * @param {number} database the process of the PostgreSQL server
 */
async function measureRound({ nodes, settled, measured }, database) {
  const bench = /** @type {import('./processes.mjs').Bench} */ (nodes[0]);
  const requests = bench.quick ? 4_000 : 15_000;
  /** @param {boolean} disabled */
  const application = async (disabled) => {
    const endpoints = Array.from({ length: ENDPOINTS }, (_, n) => ({ path: `/nodes/${n}`, disabled }));
    // Each message goes to one of them.
    const app = await createApplication(
      bench,
      endpoints.map((endpoint, n) => ({ ...endpoint, channels: [`n${n}`] })),
    );
    const urls = nodes.map(({ server }) => app.messages.url.replace(bench.server.url, server.url));
    const message = JSON.parse(app.messages.body);
    const bodies = endpoints.map((_, n) => JSON.stringify({ ...message, channels: [`n${n}`] }));
    return { ...app, load: { ...app.messages, urls, bodies, requests, connections: CONNECTIONS } };
  };

  const held = await application(true);
  const accepted = await runLoad(bench, held.load);
  measured.accept.push(ratePerSecond(sort(accepted.endedMs)));

  await resetReceiver(bench);
  await Promise.all(
    held.endpointIds.map((id) =>
      callApi(bench, 'PATCH', `/app/${held.appId}/endpoint/${id}`, { disabled: false }),
    ),
  );
  await waitForArrivals(bench, requests, 120_000);
  measured.drain.push(ratePerSecond(sort([...(await readArrivals(bench)).values()].flat())));
  await settled();
  await callApi(bench, 'DELETE', `/app/${held.appId}`);

  const open = await application(false);
  await resetReceiver(bench);
  const before = await processorOf(nodes, database);
  const beganMs = performance.now();
  await runLoad(bench, open.load);
  await waitForArrivals(bench, requests, 120_000);
  const tookMs = performance.now() - beganMs;
  const after = await processorOf(nodes, database);
  measured.both.push(ratePerSecond(sort([...(await readArrivals(bench)).values()].flat())));
  measured.shares.push({
    nodes: (after.nodes - before.nodes) / tookMs,
    database: (after.database - before.database) / tookMs,
    around: (after.around - before.around) / tookMs,
  });
  await settled();
  await callApi(bench, 'DELETE', `/app/${open.appId}`);
}

/**
 * Processor time used so far, in ms.
 * @param {readonly import('./processes.mjs').Bench[]} nodes
 * @param {number} database
 * @returns {Promise<Shares>}
 */
async function processorOf(nodes, database) {
  const sum = async (/** @type {readonly number[]} */ pids) => {
    const each = await Promise.all(pids.map(processorMs));
    return each.reduce((/** @type {number} */ total, ms) => total + (ms ?? 0), 0);
  };
  const [first] = nodes;
  return {
    nodes: await sum(nodes.map(({ server }) => server.pid)),
    database: await sum([database, ...childrenOf(database)]),
    around: await sum([first?.load.pid ?? 0, first?.receiver.pid ?? 0]),
  };
}

/** @param {number} parent */
function childrenOf(parent) {
  const file = `/proc/${parent}/task/${parent}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

/**
 * @param {Place} place
 * @param {Place} file
 */
function summarize({ name, measured }, file) {
  const of = (/** @type {'accept' | 'drain' | 'both'} */ figure) => ({
    perSecond: Math.round(median(measured[figure])),
    ratio: median(measured[figure].map((rate, round) => rate / (file.measured[figure][round] ?? rate))),
  });
  const share = (/** @type {keyof Shares} */ part) => median(measured.shares.map((shares) => shares[part]));
  return {
    name,
    accept: of('accept'),
    drain: of('drain'),
    both: of('both'),
    shares: { nodes: share('nodes'), database: share('database'), around: share('around') },
  };
}

/** @returns {Place['measured']} */
function nothing() {
  return { accept: [], drain: [], both: [], shares: [] };
}

/** @param {string} url */
async function nothingWaitsIn(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await until(async () => {
    const { rows } = await client.query(`SELECT 1 FROM delivery WHERE state = 'waiting' LIMIT 1`);
    return rows.length === 0;
  });
  await client.end();
}

/** @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  for (const end = performance.now() + SETTLED_WITHIN_MS; !(await isSo()); ) {
    if (performance.now() > end) throw new Error('the nodes did not settle');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
