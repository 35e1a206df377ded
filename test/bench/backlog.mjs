// (d) The effect of a million waiting deliveries: the time until the server is ready, its memory, and the cost of one
// more send. The same folder twice, with an empty queue and with the backlog, each with its own server.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { memoryBytes, processorMs } from './process-cost.mjs';
import {
  callApi,
  createApplication,
  PAYLOAD,
  readArrivals,
  resetReceiver,
  runLoad,
  waitForArrivals,
} from './processes.mjs';
import { quantile, ratePerSecond, sort } from './statistics.mjs';

const APPLICATIONS = 100;
const ENDPOINTS_EACH = 10;
/** Concurrent requests while fresh messages are sent. */
const CONNECTIONS = 20;
/** Sends before the measured ones, which open connections and warm up the code. */
const WARM_UP = 500;
/** How long the backlog is sent while the memory is sampled: long enough to show growth and collection. */
const WORK_MS = 45_000;
const SHORT_WORK_MS = 2000;
const LOOK_MS = 250;

/** Fresh sends on both servers alternately, because the speed of a machine varies. */
const ROUNDS = 7;

/** @param {import('./processes.mjs').Bench} shared */
export async function measureBacklog(shared) {
  const messagesEach = shared.quick ? 50 : 1000;
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-backlog-'));
  const [emptyDir, fullDir] = [join(folder, 'empty'), join(folder, 'full')];
  /** @type {import('./processes.mjs').Bench['server'][]} */
  const servers = [];
  try {
    const apps = await prepare(shared, emptyDir);
    await cp(emptyDir, fullDir, { recursive: true });
    await fill(join(fullDir, 'posthorn.db'), apps, messagesEach);
    const empty = await start(shared, emptyDir, [], SHORT_WORK_MS);
    servers.push(empty.server);
    const full = await start(shared, fullDir, apps, shared.quick ? SHORT_WORK_MS : WORK_MS);
    servers.push(full.server);
    const rounds = [];
    for (let round = 0; round < (shared.quick ? 1 : ROUNDS); round++) {
      const both = [empty, full].map(({ server }) => ({ ...shared, server }));
      // The order alternates from round to round.
      const turns = round % 2 === 0 ? both : [...both].reverse();
      const costs = [];
      for (const bench of turns) costs.push(await freshSends(bench));
      rounds.push(round % 2 === 0 ? costs : [...costs].reverse());
    }
    return {
      deliveries: APPLICATIONS * ENDPOINTS_EACH * messagesEach,
      endpoints: APPLICATIONS * ENDPOINTS_EACH,
      empty: { ...empty.measured, ...summarize(rounds.map(([of]) => of)) },
      full: { ...full.measured, ...summarize(rounds.map(([, of]) => of)) },
      costRatio: middle(rounds.map(([of, beside]) => beside.microsecondsPerSend / of.microsecondsPerSend)),
    };
  } finally {
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {readonly any[]} rounds what `freshSends` gave */
function summarize(rounds) {
  const costs = rounds.map((round) => round.microsecondsPerSend);
  return {
    microsecondsPerSend: middle(costs),
    worstMicrosecondsPerSend: Math.max(...costs),
    deliveredPerSecond: middle(rounds.map((round) => round.deliveredPerSecond)),
    p50Ms: middle(rounds.map((round) => round.p50Ms)),
  };
}

/** @param {readonly number[]} values */
function middle(values) {
  return quantile(sort(values), 0.5);
}

/**
 * A thousand endpoints with a limit of one per second each: the backlog is sent, but hardly shrinks.
 * @param {import('./processes.mjs').Bench} shared
 * @param {string} dataDir
 */
async function prepare(shared, dataDir) {
  const bench = { ...shared, server: await startOwnServer({ dataDir }) };
  const apps = [];
  for (let n = 0; n < APPLICATIONS; n++) {
    const endpoints = Array.from({ length: ENDPOINTS_EACH }, (_, i) => ({
      path: `/backlog/${n}/${i}`,
      rateLimit: 1,
    }));
    apps.push(await createApplication(bench, endpoints));
  }
  await bench.server.stop();
  return apps;
}

/**
 * Starts a server, lets it send its backlog for a while, and then holds the backlog: from then on, the fresh sends are
 * the only ones.
 * @param {import('./processes.mjs').Bench} shared
 * @param {string} dataDir
 * @param {Awaited<ReturnType<typeof prepare>>} apps those with a backlog
 * @param {number} workMs how long the backlog is worked on before the memory is read
 */
async function start(shared, dataDir, apps, workMs) {
  const startedMs = performance.now();
  const server = await startOwnServer({ dataDir });
  const readyMs = performance.now() - startedMs;
  const bench = { ...shared, server };
  try {
    const atStart = await memoryBytes(server.pid);
    const worked = await watchWork(bench, workMs);
    // Held with full windows.
    for (const { appId, endpointIds } of apps) {
      const hold = (/** @type {string} */ id) =>
        callApi(bench, 'PATCH', `/app/${appId}/endpoint/${id}`, { disabled: true });
      await Promise.all(endpointIds.map(hold));
    }
    const measured = {
      readyMs,
      memoryAtStartBytes: atStart,
      memoryBytes: worked.mostBytes,
      sentPerSecond: worked.sentPerSecond,
    };
    return { server, measured };
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}

/**
 * The maximum of memory while the backlog is sent, and how much of it was sent.
 * @param {import('./processes.mjs').Bench} bench
 * @param {number} workMs
 */
async function watchWork(bench, workMs) {
  await resetReceiver(bench);
  const beganMs = performance.now();
  /** @type {number | null} */
  let mostBytes = null;
  while (performance.now() - beganMs < workMs) {
    await sleep(LOOK_MS);
    mostBytes = Math.max(mostBytes ?? 0, (await memoryBytes(bench.server.pid)) ?? 0) || null;
  }
  const arrivals = [...(await readArrivals(bench)).values()].flat();
  return { mostBytes, sentPerSecond: (arrivals.length * 1000) / (performance.now() - beganMs) };
}

/**
 * Messages to an endpoint that has nothing waiting: accepted, sent and recorded.
 * @param {import('./processes.mjs').Bench} bench
 */
async function freshSends(bench) {
  const requests = bench.quick ? 1500 : 4000;
  const app = await createApplication(bench, [{ path: '/fresh' }]);
  await runLoad(bench, { ...app.messages, requests: WARM_UP, connections: CONNECTIONS });
  await waitForFresh(bench, WARM_UP);
  await resetReceiver(bench);
  const before = await processorMs(bench.server.pid);
  const { startedMs, endedMs } = await runLoad(bench, {
    ...app.messages,
    requests,
    connections: CONNECTIONS,
  });
  const times = await waitForFresh(bench, requests);
  const after = await processorMs(bench.server.pid);
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  return {
    microsecondsPerSend:
      before === null || after === null ? Number.NaN : ((after - before) * 1000) / requests,
    deliveredPerSecond: ratePerSecond(times),
    p50Ms: quantile(sort(endedMs.map((ended, i) => ended - (startedMs[i] ?? 0))), 0.5),
  };
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {number} count
 */
async function waitForFresh(bench, count) {
  for (;;) {
    const times = (await readArrivals(bench)).get('/fresh') ?? [];
    if (times.length >= count) return sort(times);
    await waitForArrivals(bench, count, 60_000);
    await sleep(10);
  }
}

/**
 * Writes the backlog into the file directly; through the API it would take many minutes.
 * @param {string} path
 * @param {Awaited<ReturnType<typeof prepare>>} apps
 * @param {number} messagesEach
 */
async function fill(path, apps, messagesEach) {
  const db = new sqlite3.Database(path);
  const run = (/** @type {string} */ sql, /** @type {unknown[]} */ params = []) =>
    new Promise((resolve, reject) => {
      db.run(sql, params, (error) => (error ? reject(error) : resolve(undefined)));
    });
  await run('PRAGMA synchronous = OFF');
  await run('BEGIN');
  const now = Date.now();
  for (const { appId, endpointIds } of apps) {
    // Starts like an id of this moment, to have the right age.
    const ids = Array.from(
      { length: messagesEach },
      (_, n) => `msg_${appId.slice(4, 22)}${String(n).padStart(9, '0')}`,
    );
    await run(
      `INSERT INTO message (id, app_id, event_type, payload, created_at)
       SELECT value, ?, 'bench.message', ?, ? FROM json_each(?)`,
      [appId, PAYLOAD, now, JSON.stringify(ids)],
    );
    await run(
      `INSERT INTO delivery (message_id, endpoint_id, due_at)
       SELECT message.value, endpoint.value, ? FROM json_each(?) AS message CROSS JOIN json_each(?) AS endpoint`,
      [now, JSON.stringify(ids), JSON.stringify(endpointIds)],
    );
  }
  await run('COMMIT');
  await run('PRAGMA wal_checkpoint(TRUNCATE)');
  await new Promise((resolve) => db.close(resolve));
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
