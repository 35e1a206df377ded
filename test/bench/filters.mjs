// (p) The cost of filters on the content of messages: messages accepted per second for 20 endpoints of which half have
// one that lets everything through, and the drain of what that stored, against the same without filters. Both are
// measured alternately on one server.
import { nothingWaits } from './drain.mjs';
import {
  callApi,
  createApplication,
  readArrivals,
  resetReceiver,
  runLoad,
  waitForArrivals,
} from './processes.mjs';
import { median, ratePerSecond, sort } from './statistics.mjs';

const ENDPOINTS = 20;
const CONNECTIONS = 50;
/** Matches the messages of all benches. */
const FILTER = {
  eventType: { $startsWith: 'bench.' },
  payload: { id: { $gte: 1, $lt: 100 }, kind: { $in: ['bench', 'load'] }, note: { $startsWith: 'abc' } },
};

/** @param {import('./processes.mjs').Bench} bench */
export async function measureFilters(bench) {
  const pairs = bench.quick ? 3 : 7;
  /** @type {Round[]} */
  const without = [];
  /** @type {Round[]} */
  const filtered = [];
  for (let pair = 0; pair < pairs; pair++) {
    // The order alternates from pair to pair, so that drift affects both alike.
    if (pair % 2 === 0) without.push(await measureRound(bench, 0));
    filtered.push(await measureRound(bench, ENDPOINTS / 2));
    if (pair % 2 === 1) without.push(await measureRound(bench, 0));
  }
  /** @param {keyof Round} what */
  const compared = (what) => ({
    without: Math.round(median(without.map((round) => round[what]))),
    filtered: Math.round(median(filtered.map((round) => round[what]))),
    ratio: median(without.map((round, at) => (filtered[at]?.[what] ?? 0) / round[what])),
  });
  return { pairs, accepted: compared('acceptedPerSecond'), drained: compared('drainedPerSecond') };
}

/** @typedef {{ acceptedPerSecond: number, drainedPerSecond: number }} Round */

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {number} filters endpoints that have one
 * @returns {Promise<Round>}
 */
async function measureRound(bench, filters) {
  const requests = bench.quick ? 500 : 2_000;
  // Held, so that accepting is measured without sending.
  const endpoints = Array.from({ length: ENDPOINTS }, (_, at) => ({
    path: `/filters/${at}`,
    disabled: true,
    ...(at < filters ? { filter: FILTER } : {}),
  }));
  const app = await createApplication(bench, endpoints);
  const accepted = await runLoad(bench, { ...app.messages, requests, connections: CONNECTIONS });
  await resetReceiver(bench);
  await Promise.all(
    app.endpointIds.map((id) =>
      callApi(bench, 'PATCH', `/app/${app.appId}/endpoint/${id}`, { disabled: false }),
    ),
  );
  // A filter that let less through would be less work, and the wait would not end.
  await waitForArrivals(bench, requests * ENDPOINTS, 120_000);
  await nothingWaits(bench);
  const times = sort([...(await readArrivals(bench)).values()].flat());
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  return {
    acceptedPerSecond: ratePerSecond(sort(accepted.endedMs)),
    drainedPerSecond: ratePerSecond(times),
  };
}
