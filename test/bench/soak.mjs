// A steady rate for a long time: does the memory of the server stay constant? Only with --soak.
import { Pool } from 'undici';
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { memoryBytes } from './process-cost.mjs';
import {
  createApplication,
  MESSAGE_BODY,
  readClocked,
  resetReceiver,
  waitForArrivals,
} from './processes.mjs';
import { fitLine, quantile, sort } from './statistics.mjs';

const ENDPOINTS = 20;
const MESSAGES_PER_S = 200;
/** The interval of sending messages, as many at once as are due. */
const STEP_MS = 50;
const SAMPLE_MS = 10_000;
/** How often the heap is read between two samples; the minimum is closest to the memory in use. */
const LOOK_MS = 1000;
/** Until one-time growth is over: code is compiled, caches and the history of five minutes are full. */
const WARM_UP_SHARE = 0.3;
/** A slope counts as growth only if it exceeds this by two standard errors. */
export const FLAT_MB_PER_HOUR = 20;

/**
 * @param {import('./processes.mjs').Bench} shared
 * @param {number} minutes
 */
export async function measureSoak(shared, minutes) {
  const bench = { ...shared, server: await startOwnServer() };
  const pool = new Pool(bench.server.url, { connections: 10 });
  try {
    await resetReceiver(bench);
    const apps = [];
    for (let i = 0; i < ENDPOINTS; i++) apps.push(await createApplication(bench, [{ path: `/soak/${i}` }]));
    const sampler = sampleMemory(bench.server);
    const started = await handIn(
      pool,
      apps.map((app) => app.messages),
      minutes * 60_000,
    );
    const samples = sampler.stop();
    const messages = started.reduce((sum, times) => sum + times.length, 0);
    await waitForArrivals(bench, messages, 60_000);
    const { arrivals } = await readClocked(bench);
    const delays = sort(
      started.flatMap((times, i) =>
        sort(arrivals.get(`/soak/${i}`) ?? []).map((atMs, n) => atMs - (times[n] ?? 0)),
      ),
    );
    const settled = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
    return {
      minutes,
      messages,
      messagesPerS: messages / (minutes * 60),
      samples,
      resident: slope(settled, (sample) => sample.residentBytes),
      heap: slope(settled, (sample) => sample.heapBytes),
      p50Ms: quantile(delays, 0.5),
      p99Ms: quantile(delays, 0.99),
      worstMs: delays.at(-1) ?? Number.NaN,
    };
  } finally {
    await pool.close();
    await bench.server.stop();
  }
}

/**
 * Sends messages at the steady rate, to each application in turn.
 * @param {Pool} pool
 * @param {readonly import('./load.mjs').Load[]} loads
 * @param {number} forMs
 * @returns {Promise<number[][]>} when the requests to each began
 */
async function handIn(pool, loads, forMs) {
  /** @type {number[][]} */
  const started = loads.map(() => []);
  const underWay = new Set();
  const beganMs = now();
  for (let sent = 0; now() - beganMs < forMs; await sleep(STEP_MS)) {
    const due = Math.floor(((now() - beganMs) * MESSAGES_PER_S) / 1000);
    for (; sent < due; sent++) {
      const load = loads[sent % loads.length];
      if (!load) continue;
      started[sent % loads.length]?.push(now());
      const posting = post(pool, load);
      underWay.add(posting);
      void posting.finally(() => underWay.delete(posting));
    }
    // A server that cannot keep up is not flooded: the rate falls to what it accepts.
    if (underWay.size > MESSAGES_PER_S) await Promise.all(underWay);
  }
  await Promise.all(underWay);
  return started;
}

/**
 * @param {Pool} pool
 * @param {import('./load.mjs').Load} load
 */
async function post(pool, load) {
  const { pathname, search } = new URL(load.url);
  const response = await pool.request({
    path: pathname + search,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...load.headers },
    body: MESSAGE_BODY,
  });
  const text = await response.body.text();
  if (response.statusCode !== load.expectStatus)
    throw new Error(`${response.statusCode}: ${text.slice(0, 300)}`);
}

/** @typedef {{ atMs: number, residentBytes: number, heapBytes: number }} Sample */

/**
 * Samples the memory until it is stopped.
 * @param {import('../../resources/tools/own-server.mjs').OwnServer} server
 * @returns {{ stop: () => Sample[] }}
 */
function sampleMemory(server) {
  /** @type {Sample[]} */
  const samples = [];
  let leastHeap = Number.POSITIVE_INFINITY;
  let looks = 0;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    leastHeap = Math.min(leastHeap, await heapBytes(server));
    looks += 1;
    if (looks % (SAMPLE_MS / LOOK_MS) === 0) {
      const residentBytes = (await memoryBytes(server.pid)) ?? Number.NaN;
      samples.push({ atMs: now(), residentBytes, heapBytes: leastHeap });
      leastHeap = Number.POSITIVE_INFINITY;
    }
    isLooking = false;
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return samples;
    },
  };
}

/** @param {import('../../resources/tools/own-server.mjs').OwnServer} server */
async function heapBytes(server) {
  const response = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  const value = /^posthorn_memory_heap_used_bytes(?:\{[^}]*\})? (\S+)$/m.exec(await response.text())?.[1];
  return value === undefined ? Number.NaN : Number(value);
}

/**
 * @param {readonly Sample[]} samples
 * @param {(sample: Sample) => number} of
 */
function slope(samples, of) {
  const line = fitLine(samples.map((sample) => [sample.atMs / 3_600_000, of(sample) / 1e6]));
  return {
    lastMb: of(samples.at(-1) ?? { atMs: 0, residentBytes: 0, heapBytes: 0 }) / 1e6,
    mbPerHour: line.slope,
    standardError: line.standardError,
    isFlat: line.slope - 2 * line.standardError < FLAT_MB_PER_HOUR,
  };
}

function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
