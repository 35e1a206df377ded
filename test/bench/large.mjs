// Five million small messages of 200 applications, one of which has a million: how long each list, search and count
// takes, how soon a killed server is ready, its memory, and how long anybody waits while the past is removed.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { startOwnServer } from '../../resources/tools/own-server.mjs';
import { say } from '../../resources/tools/setup.mjs';
import { memoryBytes } from './process-cost.mjs';
import { callApi, createApplication } from './processes.mjs';
import { quantile, sort } from './statistics.mjs';

const APPLICATIONS = 200;
const MESSAGES = 5_000_000;
/** Messages of one statement; every fifth is of the first application. */
const SLICE = 1000;
const DAYS = 30;
const DAY_MS = 86_400_000;
/** Pages of one list that are followed. */
const PAGES = 40;
/** How long the removal of the past is watched. */
const REMOVAL_MS = 60_000;
const LOOK_MS = 5;

/** @typedef {{ question: string, pages: number, p50Ms: number, p95Ms: number, mostMs: number }} Answered */

/** @param {import('./processes.mjs').Bench} shared */
export async function measureLarge(shared) {
  const messages = shared.quick ? MESSAGES / 50 : MESSAGES;
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-large-'));
  const file = join(dataDir, 'posthorn.db');
  /** @type {import('./processes.mjs').Bench['server'] | undefined} */
  let server;
  /** @param {readonly string[]} args */
  const start = async (args = []) => {
    const beganMs = performance.now();
    server = await startOwnServer({ dataDir, args });
    return { bench: { ...shared, server }, readyMs: performance.now() - beganMs };
  };
  try {
    const { bench: first } = await start();
    const apps = [];
    for (let n = 0; n < APPLICATIONS; n++)
      apps.push(await createApplication(first, [{ path: `/large/${n}`, disabled: true }]));
    await first.server.stop();
    const emptyBytes = (await stat(file)).size;
    const beganMs = performance.now();
    await fill(file, apps, messages);
    say(`large: ${messages} messages stored in ${Math.round((performance.now() - beganMs) / 1000)} s`);
    const bytesEach = ((await stat(file)).size - emptyBytes) / messages;

    const { bench: killed } = await start();
    const timings = [];
    for (const question of questions(apps)) timings.push(await ask(killed, question));
    const memory = await memoryBytes(killed.server.pid);
    process.kill(killed.server.pid, 'SIGKILL');
    await killed.server.stop();
    const { bench, readyMs } = await start();
    const erasure = await watch(bench, () =>
      callApi(bench, 'POST', `/app/${apps[0]?.appId}/msg/expunge-all-contents`),
    );
    await bench.server.stop();
    const { bench: forgetting } = await start(['--retention-days', String(DAYS / 2)]);
    const retention = await watch(forgetting, async () => {});
    return { messages, bytesEach, answered: timings, memoryBytes: memory, readyMs, erasure, retention };
  } finally {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @param {readonly { appId: string, endpointIds: string[] }[]} apps */
function questions(apps) {
  const app = `/app/${apps[0]?.appId}`;
  const endpoint = apps[0]?.endpointIds[0];
  const middle = `before=${new Date(Date.now() - (DAYS / 2) * DAY_MS).toISOString()}`;
  const attempts = `${app}/attempt/endpoint/${endpoint}`;
  const states = `${app}/endpoint/${endpoint}/msg`;
  return [
    ...[`${app}/msg`, attempts, states].flatMap((list) => [
      list,
      `${list}?${middle}`,
      `${list}?event_types=bench.never`,
      `${list}?tag=never`,
      `${list}?channel=never`,
    ]),
    ...[`${attempts}?status=2`, `${attempts}?status_code_class=300`, `${attempts}/count`],
    ...[`${states}?status=2`, `${states}?status=1`, `${app}/endpoint/${endpoint}/stats`],
    ...['/fleet/message', '/fleet/message?event_type=bench.never', '/fleet/message?q=never'],
    ...['/fleet/message?q=never&in_payload=true', `/fleet/message?${middle}`, '/fleet/message?state=failed'],
    ...['/fleet/attempt', '/fleet/attempt?status=2', '/fleet/attempt?status_code_class=300'],
    ...[`/fleet/attempt?${middle}`, '/fleet/app', '/fleet/endpoint', '/fleet/attention'],
    ...['/app', '/event-type-last-sent', '/event-type-insights'],
  ];
}

/**
 * The times of the pages of a list, or of the same response again and again where it has no pages.
 * @param {import('./processes.mjs').Bench} bench
 * @param {string} question
 * @returns {Promise<Answered>}
 */
async function ask(bench, question) {
  const tookMs = [];
  for (let iterator = '', page = 0; page < PAGES; page++) {
    const beganMs = performance.now();
    const path = iterator && `${question}${question.includes('?') ? '&' : '?'}iterator=${iterator}`;
    const response = await callApi(bench, 'GET', path || question);
    tookMs.push(performance.now() - beganMs);
    iterator = response.done === false ? response.iterator : '';
  }
  const sorted = sort(tookMs);
  const name = question.replaceAll(/(app|ep)_[0-9A-Za-z]+/g, '$1');
  return {
    question: name,
    pages: tookMs.length,
    p50Ms: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    mostMs: sorted.at(-1) ?? 0,
  };
}

/**
 * How long somebody who asks for one application waits while the past is removed.
 * @param {import('./processes.mjs').Bench} bench
 * @param {() => Promise<unknown>} begin
 */
async function watch(bench, begin) {
  const tookMs = [];
  await begin();
  const untilMs = performance.now() + (bench.quick ? REMOVAL_MS / 10 : REMOVAL_MS);
  while (performance.now() < untilMs) {
    const beganMs = performance.now();
    await callApi(bench, 'GET', '/app?limit=1');
    tookMs.push(performance.now() - beganMs);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const sorted = sort(tookMs);
  return {
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    mostMs: sorted.at(-1) ?? 0,
    memoryBytes: await memoryBytes(bench.server.pid),
  };
}

/**
 * Writes the messages into the file directly, a delivery and an attempt each; one of a hundred failed.
 * @param {string} path
 * @param {readonly { appId: string, endpointIds: string[] }[]} apps
 * @param {number} messages
 */
async function fill(path, apps, messages) {
  const db = new sqlite3.Database(path);
  const run = (/** @type {string} */ sql, /** @type {unknown[]} */ params = []) =>
    new Promise((resolve, reject) => {
      db.run(sql, params, (error) => (error ? reject(error) : resolve(undefined)));
    });
  // The file is thrown away when this is interrupted.
  for (const pragma of ['synchronous = OFF', 'journal_mode = OFF', 'cache_size = -1000000'])
    await run(`PRAGMA ${pragma}`);
  await run('CREATE TEMP TABLE one (n INTEGER PRIMARY KEY, app_id TEXT, endpoint_id TEXT, failed INTEGER)');
  for (let n = 0; n < SLICE; n++) {
    const app = apps[n % 5 === 0 ? 0 : 1 + (n % (APPLICATIONS - 1))];
    await run('INSERT INTO one VALUES (?, ?, ?, ?)', [n, app?.appId, app?.endpointIds[0], +(n % 100 === 0)]);
  }
  const slices = messages / SLICE;
  const firstMs = Date.now() - DAYS * DAY_MS;
  await run('BEGIN');
  for (let slice = 0; slice < slices; slice++) {
    const atMs = Math.floor(firstMs + (slice * DAYS * DAY_MS) / slices);
    const id = `${idBeginning(atMs)}' || printf('%09d', n)`;
    await run(
      `INSERT INTO message (id, app_id, event_type, payload, channels, tags, created_at)
       SELECT 'msg_${id}, app_id, 'bench.message', '{"id":' || n || ',"kind":"bench","note":"a small payload"}',
         iif(n % 3 = 0, '["eu"]', NULL), iif(n % 4 = 0, '["new","paid"]', NULL), ? FROM one`,
      [atMs],
    );
    await run(
      `INSERT INTO delivery (id, message_id, endpoint_id, state, attempt_count, finished_at)
       SELECT ? + n, 'msg_${id}, endpoint_id, iif(failed, 'failed', 'delivered'), 1, ? FROM one`,
      [slice * SLICE + 1, atMs + 50],
    );
    await run(
      `INSERT INTO attempt (id, delivery_id, message_id, endpoint_id, url, succeeded, response_status_code, response,
         response_duration_ms, manual, created_at)
       SELECT 'atmpt_${id}, ? + n, 'msg_${id}, endpoint_id, 'https://example.com/hooks', 1 - failed,
         iif(failed, 500, 200), 'ok', 12, 0, ? FROM one`,
      [slice * SLICE + 1, atMs + 50],
    );
  }
  await run('COMMIT');
  await new Promise((resolve) => db.close(resolve));
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The first 18 of the 27 digits of an id of this moment, without its prefix. */
function idBeginning(/** @type {number} */ atMs) {
  let number = BigInt(Math.floor((atMs - 1_400_000_000_000) / 4)) << 120n;
  let digits = '';
  for (; digits.length < 27; number /= 62n) digits = DIGITS[Number(number % 62n)] + digits;
  return digits.slice(0, 18);
}
