// (c) How exactly limits are kept while a backlog waits, seen by the receiver: single queues, then a thousand at once.
import { measurePacingChanges } from './pacing-changes.mjs';
import { pacingRow } from './pacing-row.mjs';
import {
  callApi,
  createApplication,
  readClocked,
  resetReceiver,
  runLoad,
  waitForArrivals,
} from './processes.mjs';
import { sort } from './statistics.mjs';

/** Limits measured together, so that a run stays short: those that leave the machine almost idle, then each alone. */
const GROUPS = [[1, 3, 7, 10], [100], [1000]];
const QUICK_GROUPS = [[1, 3, 7, 10, 100], [1000]];
const MANY_LANES = 1000;
/**
 * The time from accepting the last message to the start of the mean of many queues. Before that, each message writes a
 * thousand deliveries to disk and each queue opens its connection: sends are late because the machine is busy,
 * and a queue of one per second never catches up. The limit counts from the first send.
 */
const SETTLE_MS = 1500;

/** @param {import('./processes.mjs').Bench} bench */
export async function measurePacing(bench) {
  const seconds = bench.quick ? 5 : 20;
  const rows = [];
  for (const limits of bench.quick ? QUICK_GROUPS : GROUPS)
    rows.push(...(await measureLimits(bench, limits, seconds)));
  rows.push(await measureManyQueues(bench, bench.quick ? 6 : 20));
  rows.push(...(await measurePacingChanges(bench)));
  return rows;
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {readonly number[]} limits
 * @param {number} seconds
 */
async function measureLimits(bench, limits, seconds) {
  await resetReceiver(bench);
  const apps = [];
  for (const rateLimit of limits) {
    const app = await createApplication(bench, [{ path: `/pace/${rateLimit}`, rateLimit, disabled: true }]);
    await runLoad(bench, { ...app.messages, requests: rateLimit * seconds, connections: 20 });
    apps.push(app);
  }
  await enableAll(bench, apps);
  const total = limits.reduce((sum, limit) => sum + limit * seconds, 0);
  await waitForArrivals(bench, total, (seconds + 30) * 1000);
  const { arrivals, heldUpMs } = await readClocked(bench);
  for (const app of apps) await callApi(bench, 'DELETE', `/app/${app.appId}`);
  return limits.map((limit) =>
    pacingRow(`${limit}/s`, limit, [sort(arrivals.get(`/pace/${limit}`) ?? [])], heldUpMs),
  );
}

/**
 * A thousand endpoints with a limit of one each: a thousand sends per second in total.
 * @param {import('./processes.mjs').Bench} bench
 * @param {number} messages to each of them
 */
async function measureManyQueues(bench, messages) {
  await resetReceiver(bench);
  const endpoints = Array.from({ length: MANY_LANES }, (_, i) => ({ path: `/many/${i}`, rateLimit: 1 }));
  const app = await createApplication(bench, endpoints);
  const { endedMs } = await runLoad(bench, { ...app.messages, requests: messages, connections: 1 });
  await waitForArrivals(bench, messages * MANY_LANES, (messages + 60) * 1000);
  const { arrivals, heldUpMs } = await readClocked(bench);
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  return pacingRow(
    `${MANY_LANES} x 1/s`,
    1,
    [...arrivals.values()].map(sort),
    heldUpMs,
    Math.max(...endedMs) + SETTLE_MS,
  );
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {readonly { appId: string, endpointIds: string[] }[]} apps
 */
async function enableAll(bench, apps) {
  for (const { appId, endpointIds } of apps) {
    for (const id of endpointIds) {
      await callApi(bench, 'PATCH', `/app/${appId}/endpoint/${id}`, { disabled: false });
    }
  }
}
