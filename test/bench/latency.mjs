// (f) On an idle server: from the start of the request that sends a message to the arrival of the
// delivery, against the same through a bare pipe.
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
import { quantile, sort } from './statistics.mjs';

/** Long enough that each message meets an idle server. */
const PAUSE_MS = 10;

/** @param {import('./processes.mjs').Bench} bench */
export async function measureLatency(bench) {
  const requests = bench.quick ? 200 : 1_000;
  const pipe = await startHelper('floor-pipe.mjs', [`http://127.0.0.1:${bench.receiver.port}/idle`, '1']);
  const bare = {
    headers: {},
    body: MESSAGE_BODY,
    requests,
    connections: 1,
    expectStatus: 202,
    pauseMs: PAUSE_MS,
  };
  const floor = await measure(bench, { ...bare, url: `http://127.0.0.1:${pipe.port}/` });
  pipe.stop();
  const app = await createApplication(bench, [{ path: '/idle' }]);
  const ours = await measure(bench, { ...app.messages, requests, pauseMs: PAUSE_MS });
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  return { requests, p50Ms: ours.p50Ms, p99Ms: ours.p99Ms, floorP50Ms: floor.p50Ms, floorP99Ms: floor.p99Ms };
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {import('./load.mjs').Load} load
 */
async function measure(bench, load) {
  await resetReceiver(bench);
  const { startedMs } = await runLoad(bench, load);
  await waitForArrivals(bench, load.requests, 60_000);
  // One at a time, so the n-th arrival is the n-th message.
  const arrivals = (await readArrivals(bench)).get('/idle') ?? [];
  const took = sort(arrivals.map((arrived, i) => arrived - (startedMs[i] ?? 0)));
  return { p50Ms: quantile(took, 0.5), p99Ms: quantile(took, 0.99) };
}
