// (e) The effect of hanging neighbours on healthy endpoints: the time of a message from the start of the request
// that sends it to its arrival, without neighbours and beside fifty endpoints that never answer and always have
// a backlog. Both are measured alternately on one server; the difference of runs of the same kind is the noise.
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { callApi, createApplication, readArrivals, resetReceiver, runLoad } from './processes.mjs';
import { quantile, sort } from './statistics.mjs';

const HEALTHY = 50;
const HANGING = 50;
/** Between two messages; each goes to every healthy endpoint. */
const PAUSE_MS = 40;
/** Short, so that many time out and are recorded during the measurement, which most of their backlog outlasts. */
const ARGS = ['--request-timeout', '2', '--retry-schedule', '1,1,1,1,1'];
/** Deliveries waiting at each hanging endpoint. */
const HANGING_BACKLOG = 100;
/** Until the hanging ones use their full capacity, and the first have timed out. */
const SETTLE_MS = 2200;

/** @param {import('./processes.mjs').Bench} shared */
export async function measureFairness(shared) {
  const pairs = shared.quick ? 2 : 8;
  const messages = shared.quick ? 40 : 150;
  const bench = { ...shared, server: await startOwnServer({ args: ARGS }) };
  try {
    const paths = Array.from({ length: HEALTHY }, (_, i) => ({ path: `/healthy/${i}` }));
    const healthy = await createApplication(bench, paths);
    const alone = [];
    const beside = [];
    for (let pair = 0; pair < pairs; pair++) {
      // The order alternates from pair to pair, so that drift affects both alike.
      if (pair % 2 === 0) alone.push(await measureWarm(bench, healthy, messages));
      const hanging = await startHanging(bench);
      beside.push(await measureWarm(bench, healthy, messages));
      await callApi(bench, 'DELETE', `/app/${hanging}`);
      await sleep(SETTLE_MS);
      if (pair % 2 === 1) alone.push(await measureWarm(bench, healthy, messages));
    }
    return {
      healthy: HEALTHY,
      hanging: HANGING,
      pairs,
      alone: summarize(alone),
      beside: summarize(beside),
      p50Ratio: medianRatio(alone, beside, 0.5),
      p99Ratio: medianRatio(alone, beside, 0.99),
    };
  } finally {
    await bench.server.stop();
  }
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @returns {Promise<string>} the application of the hanging endpoints
 */
async function startHanging(bench) {
  const paths = Array.from({ length: HANGING }, (_, i) => ({ path: `/hang/${i}` }));
  const hanging = await createApplication(bench, paths);
  await runLoad(bench, { ...hanging.messages, requests: HANGING_BACKLOG, connections: 4 });
  await sleep(SETTLE_MS);
  return hanging.appId;
}

/**
 * The first send to each endpoint opens its connection, as does one after a pause longer than the receiver's
 * keep-alive, which precedes every run; this is not measured.
 * @param {import('./processes.mjs').Bench} bench
 * @param {Awaited<ReturnType<typeof createApplication>>} healthy
 * @param {number} messages
 */
async function measureWarm(bench, healthy, messages) {
  await measure(bench, healthy, 5);
  return measure(bench, healthy, messages);
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {Awaited<ReturnType<typeof createApplication>>} healthy
 * @param {number} messages
 * @returns {Promise<number[]>} the delay of every delivery, in ms
 */
async function measure(bench, healthy, messages) {
  await resetReceiver(bench);
  const load = { ...healthy.messages, requests: messages, connections: 1, pauseMs: PAUSE_MS };
  const { startedMs } = await runLoad(bench, load);
  const of = async () => [...(await readArrivals(bench))].filter(([path]) => path.startsWith('/healthy/'));
  for (;;) {
    const queues = await of();
    const arrived = queues.reduce((sum, [, times]) => sum + times.length, 0);
    // First in, first out: the n-th arrival at each is the n-th message.
    if (arrived === messages * HEALTHY) {
      return queues.flatMap(([, times]) => times.map((at, n) => at - (startedMs[n] ?? 0)));
    }
    await sleep(20);
  }
}

/**
 * Of neighbouring runs, so that variations of the machine do not count.
 * @param {readonly number[][]} alone
 * @param {readonly number[][]} beside
 * @param {number} share
 */
function medianRatio(alone, beside, share) {
  const ratios = alone.map(
    (run, pair) => quantile(sort(beside[pair] ?? []), share) / quantile(sort(run), share),
  );
  const sorted = sort(ratios);
  return (quantile(sorted, 0.5) + (sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN)) / 2;
}

/** @param {readonly number[][]} runs */
function summarize(runs) {
  const p50s = sort(runs.map((run) => quantile(sort(run), 0.5)));
  const p99s = sort(runs.map((run) => quantile(sort(run), 0.99)));
  const all = sort(runs.flat());
  return {
    deliveries: all.length,
    p50Ms: quantile(all, 0.5),
    p99Ms: quantile(all, 0.99),
    // The best and the worst run of this kind.
    p50RangeMs: [p50s[0] ?? Number.NaN, p50s.at(-1) ?? Number.NaN],
    p99RangeMs: [p99s[0] ?? Number.NaN, p99s.at(-1) ?? Number.NaN],
  };
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
