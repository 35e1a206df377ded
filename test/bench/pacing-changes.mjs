// (c) The pacing table, continued: a limit that is changed while a backlog waits, and a server that is stopped or
// killed and restarted in the middle of one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { pacingRow } from './pacing-row.mjs';
import {
  callApi,
  createApplication,
  readClocked,
  resetReceiver,
  runLoad,
  waitForArrivals,
} from './processes.mjs';
import { ratePerSecond, sort } from './statistics.mjs';

/** The initial limit, the raised one, and the lowered one. */
const LIMITS = [20, 60, 10];
/** After a change, the sends of the second before still count against the new limit; the mean starts after that. */
const SETTLE_MS = 1200;
const RESTART_LIMIT = 50;
/** @type {readonly ['SIGTERM', 'SIGKILL']} */
const SIGNALS = ['SIGTERM', 'SIGKILL'];

/** @param {import('./processes.mjs').Bench} bench */
export async function measurePacingChanges(bench) {
  const rows = await measureChangedLimit(bench, bench.quick ? 2500 : 8000);
  await resetReceiver(bench);
  // Each has its own server and sends little, so they run concurrently.
  const restarts = SIGNALS.map((signal) => measureRestart(bench, signal, bench.quick ? 2000 : 8000));
  return [...rows, ...(await Promise.all(restarts))];
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {number} phaseMs how long each limit holds
 */
async function measureChangedLimit(bench, phaseMs) {
  await resetReceiver(bench);
  const [before = 0, raised = 0, lowered = 0] = LIMITS;
  const app = await createApplication(bench, [{ path: '/change', rateLimit: before, disabled: true }]);
  const set = (/** @type {object} */ body) =>
    callApi(bench, 'PATCH', `/app/${app.appId}/endpoint/${app.endpointIds[0]}`, body);
  const enough = Math.ceil(((before + raised + lowered) * phaseMs) / 1000) + raised;
  await runLoad(bench, { ...app.messages, requests: enough, connections: 20 });
  await set({ disabled: false });
  await waitForArrivals(bench, 1, 30_000);
  await sleep(phaseMs);
  const raisedMs = await changed(() => set({ rateLimit: raised }));
  await sleep(phaseMs);
  const loweredMs = await changed(() => set({ rateLimit: lowered }));
  await sleep(phaseMs);
  const { arrivals, heldUpMs } = await readClocked(bench);
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  const all = sort(arrivals.get('/change') ?? []);
  const part = (/** @type {number} */ from, /** @type {number} */ to) => [
    all.filter((atMs) => atMs >= from && atMs < to),
  ];
  // A request in flight while the limit changes may arrive slightly later: `heldUpMs` bounds that delay.
  return [
    pacingRow(`${before}/s, then`, before, part(0, raisedMs.begun), heldUpMs),
    pacingRow(
      `raised to ${raised}/s`,
      raised,
      part(raisedMs.begun, loweredMs.begun),
      heldUpMs,
      raisedMs.done + SETTLE_MS,
    ),
    pacingRow(
      `lowered to ${lowered}/s`,
      lowered,
      part(loweredMs.done + heldUpMs, Number.POSITIVE_INFINITY),
      heldUpMs,
      loweredMs.done + SETTLE_MS,
    ),
  ];
}

/**
 * The worst second counts over the whole time, the gap included; the mean leaves the gap out.
 * @param {import('./processes.mjs').Bench} shared
 * @param {'SIGTERM' | 'SIGKILL'} signal
 * @param {number} phaseMs how long it is sent to before and after
 */
async function measureRestart(shared, signal, phaseMs) {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-restart-'));
  try {
    const path = `/restart/${signal}`;
    const first = { ...shared, server: await startOwnServer({ dataDir }) };
    const app = await createApplication(first, [{ path, rateLimit: RESTART_LIMIT, disabled: true }]);
    // Some deliveries still wait at the end, so that the mean covers only a waiting backlog.
    const enough = Math.ceil((RESTART_LIMIT * phaseMs * 3) / 1000) + RESTART_LIMIT;
    await runLoad(first, { ...app.messages, requests: enough, connections: 20 });
    await callApi(first, 'PATCH', `/app/${app.appId}/endpoint/${app.endpointIds[0]}`, { disabled: false });
    await arrivalsAt(shared, path, 1);
    await sleep(phaseMs);
    const before = await arrivalsAt(shared, path, 1);
    if (signal === 'SIGKILL') process.kill(first.server.pid, 'SIGKILL');
    await first.server.stop();
    const second = await startOwnServer({ dataDir });
    await arrivalsAt(shared, path, before.length + RESTART_LIMIT);
    await sleep(phaseMs);
    const { arrivals, heldUpMs } = await readClocked(shared);
    await second.stop();
    return restartRow(signal, sort(arrivals.get(path) ?? []), heldUpMs);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {string} signal
 * @param {readonly number[]} all arrival times, sorted
 * @param {number} heldUpMs
 */
function restartRow(signal, all, heldUpMs) {
  let gapAt = 1;
  const step = (/** @type {number} */ n) => (all[n] ?? 0) - (all[n - 1] ?? 0);
  for (let n = 1; n < all.length; n++) if (step(n) > step(gapAt)) gapAt = n;
  const rates = [ratePerSecond(all.slice(0, gapAt)), ratePerSecond(all.slice(gapAt))];
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  const row = pacingRow(`${RESTART_LIMIT}/s over ${signal}`, RESTART_LIMIT, [[...all]], heldUpMs);
  return { ...row, meanPerSecond: mean, ofLimit: mean / RESTART_LIMIT, gapMs: step(gapAt) };
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {string} path
 * @param {number} count waited for
 */
async function arrivalsAt(bench, path, count) {
  for (const untilMs = now() + 60_000; now() < untilMs; await sleep(50)) {
    const times = (await readClocked(bench)).arrivals.get(path) ?? [];
    if (times.length >= count) return times;
  }
  throw new Error(`Not all of ${count} requests arrived at ${path} within 60 s`);
}

/**
 * When a change was requested and when it was answered, on the clock of the receiver.
 * @param {() => Promise<unknown>} change
 */
async function changed(change) {
  const begun = now();
  await change();
  return { begun, done: now() };
}

function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
