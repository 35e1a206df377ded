// (o) The cost of customers who read without a pause for everybody else: how long accepting a message takes, and how fast
// a backlog leaves, alone and while ten portal tokens each ask for filtered lists on four connections. Both are measured
// alternately on one server, with a file and with PostgreSQL.
import { Pool } from 'undici';
import {
  newServerFolder,
  postgresPrograms,
  startServer,
  stopServer,
} from '../../resources/tools/postgres-server.mjs';
import { say } from '../../resources/tools/setup.mjs';
import { nothingWaits } from './drain.mjs';
import { startNodes } from './nodes.mjs';
import {
  callApi,
  createApplication,
  readArrivals,
  resetReceiver,
  runLoad,
  waitForArrivals,
} from './processes.mjs';
import { median, quantile, ratePerSecond, sort } from './statistics.mjs';

const CUSTOMERS = 10;
const CONNECTIONS_EACH = 4;
const WARM_MS = 15_000;
/** Messages whose acceptance is timed, and those added to them: a backlog that takes seconds to leave. */
const TIMED = { quick: 1_000, full: 3_000 };
const ADDED = { quick: 1_000, full: 12_000 };
/** Nothing that is stored matches, so that a page examines all that it may. */
const LISTS = ['msg?event_types=bench.never', 'msg?tag=never', 'msg?channel=never&with_content=true'];

/** @param {import('./processes.mjs').Bench} bench */
export async function measureLists(bench) {
  const results = [{ name: 'file', ...(await measurePlace(bench, () => nothingWaits(bench))) }];
  if (!postgresPrograms()) {
    say('lists: SKIPPED for PostgreSQL, which is not installed');
    return results;
  }
  const folder = newServerFolder(['/tmp']);
  try {
    const place = await startNodes(bench, await startServer(folder), 1);
    const [node] = place.nodes;
    if (node) results.push({ name: 'PostgreSQL', ...(await measurePlace(node, place.settled)) });
    await Promise.all(place.nodes.map(({ server }) => server.stop()));
  } finally {
    await stopServer(folder);
  }
  return results;
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {() => Promise<void>} settled
 */
async function measurePlace(bench, settled) {
  const customers = [];
  for (let n = 0; n < CUSTOMERS; n++) customers.push(await createCustomer(bench));
  /** @type {{ alone: Figures[], beside: Figures[] }} */
  const measured = { alone: [], beside: [] };
  const counts = { listed: 0, refused: 0 };
  for (let pair = 0; pair < (bench.quick ? 1 : 5); pair++) {
    measured.alone.push(await measureOnce(bench, settled));
    const readers = startReading(bench, customers, counts);
    // What each may read at once is used up then.
    await new Promise((resolve) => setTimeout(resolve, WARM_MS));
    measured.beside.push(await measureOnce(bench, settled));
    await readers.stop();
  }
  for (const { appId } of customers) await callApi(bench, 'DELETE', `/app/${appId}`);
  /** @param {keyof Figures} figure */
  const of = (figure) => ({
    alone: median(measured.alone.map((figures) => figures[figure])),
    beside: median(measured.beside.map((figures) => figures[figure])),
    ratio: median(
      measured.beside.map((figures, pair) => figures[figure] / (measured.alone[pair]?.[figure] ?? 0)),
    ),
  });
  return { ...counts, p50Ms: of('p50Ms'), p99Ms: of('p99Ms'), drainedPerSecond: of('drainedPerSecond') };
}

/** @typedef {{ p50Ms: number, p99Ms: number, drainedPerSecond: number }} Figures */

/** @param {import('./processes.mjs').Bench} bench */
async function createCustomer(bench) {
  const app = await createApplication(bench, []);
  await runLoad(bench, { ...app.messages, requests: bench.quick ? 2_000 : 20_000, connections: 50 });
  const { token } = await callApi(bench, 'POST', `/auth/app-portal-access/${app.appId}`, {});
  return { appId: app.appId, token };
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {() => Promise<void>} settled
 * @returns {Promise<Figures>}
 */
async function measureOnce(bench, settled) {
  const size = bench.quick ? 'quick' : 'full';
  const app = await createApplication(bench, [{ path: '/beside-lists', disabled: true }]);
  const { startedMs, endedMs } = await runLoad(bench, {
    ...app.messages,
    requests: TIMED[size],
    connections: 2,
    pauseMs: 2,
  });
  await runLoad(bench, { ...app.messages, requests: ADDED[size], connections: 50 });
  const tookMs = sort(
    endedMs.map((/** @type {number} */ ended, /** @type {number} */ n) => ended - startedMs[n]),
  );
  await resetReceiver(bench);
  await callApi(bench, 'PATCH', `/app/${app.appId}/endpoint/${app.endpointIds[0]}`, { disabled: false });
  await waitForArrivals(bench, TIMED[size] + ADDED[size], 120_000);
  const arrivals = sort([...(await readArrivals(bench)).values()].flat());
  await settled();
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  return {
    p50Ms: quantile(tookMs, 0.5),
    p99Ms: quantile(tookMs, 0.99),
    drainedPerSecond: ratePerSecond(arrivals),
  };
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {readonly { appId: string, token: string }[]} customers
 * @param {{ listed: number, refused: number }} counts counted up
 */
function startReading(bench, customers, counts) {
  let isOver = false;
  const all = customers.map(async ({ appId, token }) => {
    const pool = new Pool(bench.server.url, { connections: CONNECTIONS_EACH });
    const reader = async (/** @type {unknown} */ _none, /** @type {number} */ first) => {
      for (let n = first; !isOver; n++) {
        const { statusCode, body, headers } = await pool.request({
          path: `/api/v1/app/${appId}/${LISTS[n % LISTS.length]}`,
          method: 'GET',
          headers: { authorization: `Bearer ${token}` },
        });
        await body.text();
        counts[statusCode === 429 ? 'refused' : 'listed'] += 1;
        if (statusCode === 429 && headers['retry-after']) await new Promise((done) => setTimeout(done, 100));
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS_EACH }, reader));
    await pool.close();
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}
