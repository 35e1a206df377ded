// (a) A stored backlog delivered per second, its attempts recorded durably, against a bare loop over an undici pool
// to the same receiver.
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import {
  callApi,
  createApplication,
  PAYLOAD,
  readArrivals,
  resetReceiver,
  runLoad,
  waitForArrivals,
} from './processes.mjs';
import { ratePerSecond, sort } from './statistics.mjs';

/** Concurrent requests of the floor: the best number for a pool on this kind of machine. */
const FLOOR_CONNECTIONS = 50;

/** Each with its own floor, because the speed of a machine varies; the median counts. */
const ROUNDS = 7;

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {number} queues endpoints that share the backlog
 */
export async function measureDrain(bench, queues) {
  const rounds = [];
  for (let round = 0; round < (bench.quick ? 1 : ROUNDS); round++) {
    rounds.push(await measureRound(bench, queues));
  }
  rounds.sort((a, b) => a.ratio - b.ratio);
  return {
    ...rounds[rounds.length >> 1],
    rounds: rounds.length,
    ratioRange: [rounds[0]?.ratio, rounds.at(-1)?.ratio],
  };
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {number} queues
 */
async function measureRound(bench, queues) {
  const messages = Math.round((bench.quick ? 6_000 : 40_000) / queues);
  const deliveries = messages * queues;
  const floor = await measureFloor(bench, deliveries);
  const held = Array.from({ length: queues }, (_, i) => ({ path: `/drain/${i}`, disabled: true }));
  const app = await createApplication(bench, held);
  await runLoad(bench, { ...app.messages, requests: messages, connections: 50 });
  await resetReceiver(bench);
  const startedMs = now();
  await Promise.all(
    app.endpointIds.map((id) =>
      callApi(bench, 'PATCH', `/app/${app.appId}/endpoint/${id}`, { disabled: false }),
    ),
  );
  await waitForArrivals(bench, deliveries, 120_000);
  await nothingWaits(bench);
  const recordedMs = now() - startedMs;
  const times = sort([...(await readArrivals(bench)).values()].flat());
  await callApi(bench, 'DELETE', `/app/${app.appId}`);
  const ours = ratePerSecond(times);
  return {
    queues,
    deliveries,
    deliveredPerSecond: Math.round(ours),
    recordedPerSecond: Math.round((deliveries * 1000) / recordedMs),
    floorPerSecond: Math.round(floor),
    ratio: ours / floor,
  };
}

/**
 * @param {import('./processes.mjs').Bench} bench
 * @param {number} requests
 */
async function measureFloor(bench, requests) {
  await resetReceiver(bench);
  await runLoad(bench, {
    url: `http://127.0.0.1:${bench.receiver.port}/floor`,
    headers: {},
    body: PAYLOAD,
    requests,
    connections: FLOOR_CONNECTIONS,
    expectStatus: 200,
  });
  return ratePerSecond(sort((await readArrivals(bench)).get('/floor') ?? []));
}

/**
 * Reads the file itself: the figure is about the data on disk, not about the responses of the server.
 * @param {import('./processes.mjs').Bench} bench
 * @param {string} [appId] only deliveries of this application count
 */
export async function nothingWaits(bench, appId) {
  const db = new sqlite3.Database(join(bench.server.dataDir, 'posthorn.db'), sqlite3.OPEN_READONLY);
  const ofApp = appId ? `AND endpoint_id IN (SELECT id FROM endpoint WHERE app_id = '${appId}')` : '';
  for (let waiting = true; waiting; ) {
    const rows = await new Promise((resolve, reject) => {
      db.all(`SELECT 1 FROM delivery WHERE state = 'waiting' ${ofApp} LIMIT 1`, (error, found) =>
        error ? reject(error) : resolve(found),
      );
    });
    waiting = rows.length > 0;
    if (waiting) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise((resolve) => db.close(resolve));
}

function now() {
  return performance.now();
}
