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
import { ratePerSecond, sort } from './statistics.mjs';

const ENDPOINTS = 20;
const CONNECTIONS = 50;
/** In turns, of each of the two applications of a pair. */
const BURSTS = 6;
/** Matches the messages of all benches. */
const FILTER = {
  eventType: { $startsWith: 'bench.' },
  payload: { id: { $gte: 1, $lt: 100 }, kind: { $in: ['bench', 'load'] }, note: { $startsWith: 'abc' } },
};

/** @param {import('./processes.mjs').Bench} bench */
export async function measureFilters(bench) {
  // Even: what is drained first in a pair is slower, and each is so as often as the other.
  const pairs = bench.quick ? 4 : 8;
  /** @type {Round[]} */
  const without = [];
  /** @type {Round[]} */
  const filtered = [];
  for (let pair = 0; pair < pairs; pair++) {
    const [one, other] = await measurePair(bench, pair % 2 === 0 ? [0, ENDPOINTS / 2] : [ENDPOINTS / 2, 0]);
    (pair % 2 === 0 ? without : filtered).push(one);
    (pair % 2 === 0 ? filtered : without).push(other);
  }
  /**
   * @param {readonly Round[]} rounds
   * @param {keyof Round} what
   */
  const mean = (rounds, what) => rounds.reduce((sum, round) => sum + round[what], 0) / rounds.length;
  /** @param {keyof Round} what */
  const compared = (what) => ({
    without: Math.round(mean(without, what)),
    filtered: Math.round(mean(filtered, what)),
    ratio: mean(filtered, what) / mean(without, what),
  });
  return { pairs, accepted: compared('acceptedPerSecond'), drained: compared('drainedPerSecond') };
}

/** @typedef {{ acceptedPerSecond: number, drainedPerSecond: number }} Round */

/**
 * Two applications that accept in turns, a burst each, since the speed of a disk changes within seconds; then each is
 * drained.
 * @param {import('./processes.mjs').Bench} bench
 * @param {readonly [number, number]} filters endpoints of each that have one
 * @returns {Promise<[Round, Round]>}
 */
async function measurePair(bench, filters) {
  const requests = bench.quick ? 100 : 400;
  /** @param {number} filtered */
  const create = (filtered) =>
    // Held, so that accepting is measured without sending.
    createApplication(
      bench,
      Array.from({ length: ENDPOINTS }, (_, at) => ({
        path: `/filters/${at}`,
        disabled: true,
        ...(at < filtered ? { filter: FILTER } : {}),
      })),
    );
  const apps = [await create(filters[0]), await create(filters[1])];
  const tookMs = [0, 0];
  for (let burst = 0; burst < BURSTS; burst++) {
    for (const at of burst % 2 === 0 ? [0, 1] : [1, 0]) {
      const app = /** @type {typeof apps[0]} */ (apps[at]);
      const { startedMs, endedMs } = await runLoad(bench, {
        ...app.messages,
        requests,
        connections: CONNECTIONS,
      });
      tookMs[at] = (tookMs[at] ?? 0) + Math.max(...endedMs) - Math.min(...startedMs);
    }
  }
  /** @param {number} at */
  const roundOf = async (at) => ({
    acceptedPerSecond: (BURSTS * requests * 1000) / (tookMs[at] ?? 0),
    drainedPerSecond: await drain(bench, /** @type {typeof apps[0]} */ (apps[at]), BURSTS * requests),
  });
  return [await roundOf(0), await roundOf(1)];
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {Awaited<ReturnType<typeof createApplication>>} app
 * @param {number} messages
 */
async function drain(bench, app, messages) {
  await resetReceiver(bench);
  await Promise.all(
    app.endpointIds.map((id) =>
      callApi(bench, 'PATCH', `/app/${app.appId}/endpoint/${id}`, { disabled: false }),
    ),
  );
  // A filter that let less through would be less work, and the wait would not end.
  await waitForArrivals(bench, messages * ENDPOINTS, 120_000);
  await nothingWaits(bench, app.appId);
  const times = sort([...(await readArrivals(bench)).values()].flat());
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  return ratePerSecond(times);
}
