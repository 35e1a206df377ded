// (b) Messages accepted per second, each on disk before its 202, against a bare Express handler that parses the
// same body. (b2) The same while everything is delivered, against a bare pipe in one process.
import {
  callApi,
  createApplication,
  MESSAGE_BODY,
  readArrivals,
  resetReceiver,
  runLoad,
  startHelper,
  waitForArrivals,
} from './processes.mjs';
import { quantile, ratePerSecond, sort } from './statistics.mjs';

/** Concurrent requests, of the load and of its floor. */
const CONNECTIONS = 50;

/** @param {import('./processes.mjs').Bench} bench */
export async function measureAccept(bench) {
  const requests = bench.quick ? 8_000 : 40_000;
  const floor = await loadHelper(bench, 'floor-accept.mjs', [], requests);
  // Held, so that each message also writes its delivery row, but nothing is sent.
  const app = await createApplication(bench, [{ path: '/accept', disabled: true }]);
  const ours = summarize(await runLoad(bench, { ...app.messages, requests, connections: CONNECTIONS }));
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  return {
    requests,
    acceptedPerSecond: ours.perSecond,
    p50Ms: ours.p50Ms,
    p99Ms: ours.p99Ms,
    floorPerSecond: floor.perSecond,
    floorP50Ms: floor.p50Ms,
    floorP99Ms: floor.p99Ms,
    ratio: ours.perSecond / floor.perSecond,
  };
}

/** @param {import('./processes.mjs').Bench} bench */
export async function measureBoth(bench) {
  const requests = bench.quick ? 6_000 : 30_000;
  const target = `http://127.0.0.1:${bench.receiver.port}/pipe`;
  await resetReceiver(bench);
  const accepted = await loadHelper(
    bench,
    'floor-pipe.mjs',
    [target, String(CONNECTIONS)],
    requests,
    requests,
  );
  const floor = ratePerSecond(sort((await readArrivals(bench)).get('/pipe') ?? []));
  await resetReceiver(bench);
  const app = await createApplication(bench, [{ path: '/both' }]);
  const ours = summarize(await runLoad(bench, { ...app.messages, requests, connections: CONNECTIONS }));
  await waitForArrivals(bench, requests, 120_000);
  const times = sort((await readArrivals(bench)).get('/both') ?? []);
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  return {
    requests,
    acceptedPerSecond: ours.perSecond,
    deliveredPerSecond: Math.round(ratePerSecond(times)),
    floorAcceptedPerSecond: accepted.perSecond,
    floorDeliveredPerSecond: Math.round(floor),
    ratio: ratePerSecond(times) / floor,
  };
}

/**
 * Runs the load against a floor in its own process.
 * @param {import('./processes.mjs').Bench} bench
 * @param {string} file
 * @param {readonly string[]} args
 * @param {number} requests
 * @param {number} [arrivals] to wait for at the receiver before the floor is stopped
 */
async function loadHelper(bench, file, args, requests, arrivals = 0) {
  const helper = await startHelper(file, args);
  const result = await runLoad(bench, {
    url: `http://127.0.0.1:${helper.port}/`,
    headers: {},
    body: MESSAGE_BODY,
    requests,
    connections: CONNECTIONS,
    expectStatus: 202,
  });
  await waitForArrivals(bench, arrivals, 60_000);
  helper.stop();
  return summarize(result);
}

/** @param {{ startedMs: number[], endedMs: number[] }} result */
function summarize({ startedMs, endedMs }) {
  const took = sort(endedMs.map((ended, i) => ended - (startedMs[i] ?? 0)));
  return {
    perSecond: Math.round(ratePerSecond(sort(endedMs))),
    p50Ms: quantile(took, 0.5),
    p99Ms: quantile(took, 0.99),
  };
}
