import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type SqliteDatabase } from '../../src-server/storage/sqlite/sqlite-database';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { type Accepted, counting, createLoad, type LoadApplication, loadUntilGone } from './crash-load';
import { LONG_FORM, NIGHTLY } from './crash-size';
import { type Oracle, type OracleArrival, passed, startOracle, surelyOver } from './start-oracle';

/**
 * Kills the server at random moments under load, repeatedly. Nothing waits for the server to be ready, and
 * the oracle outlives all kills: whatever it did not receive was lost.
 */
const CYCLES = LONG_FORM ? 60 : NIGHTLY ? 4 : 3;
/** The maximum length of a life; half of them end at a random moment, the others right after a send. */
const LONGEST_LIFE_MS = LONG_FORM ? 2600 : 1500;
/** The minimum of messages accepted in each life, however short or slow. */
const LEAST_ACCEPTED = 10;
/** Enough attempts for every receiver that succeeds eventually, all within seconds. */
const RETRIES_S = [0.2, 0.2, 0.3, 0.3, 0.5];
const ARGS = ['--retry-schedule', RETRIES_S.join(','), '--request-timeout', '0.5'];

let dataDir: string;
let oracle: Oracle;
let running: RunningPosthorn | null;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-kill-'));
  oracle = await startOracle();
  running = null;
});

afterEach(async () => {
  await running?.kill();
  oracle.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<RunningPosthorn> {
  running = await startPosthorn({ dataDir, args: ARGS });
  return running;
}

/** A moment in the life of a server: random, or right after a send that it must remember. */
function momentToDie(cycle: number): Promise<void> {
  const anyMoment = new Promise<void>((resolve) => setTimeout(resolve, Math.random() * LONGEST_LIFE_MS));
  const after = ['/ok/three', '/ok/one'][cycle % 4];
  if (!after) return anyMoment;
  const longEnough = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_LIFE_MS));
  return Promise.race([oracle.further(1, after), longEnough]);
}

test(
  `killed ${CYCLES} times under load, it loses nothing, renames nothing and keeps every limit and order`,
  async () => {
    const accepted: Accepted[] = [];
    const keys = counting();
    let server = await start();
    const load = await createLoad(server, oracle);
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const sending = loadUntilGone(server, load, keys, (message) => accepted.push(message));
      const before = accepted.length;
      await momentToDie(cycle);
      // On a busy machine, nothing may have happened yet.
      while (accepted.length < before + LEAST_ACCEPTED)
        await new Promise((resolve) => setTimeout(resolve, 5));
      await server.kill();
      await sending;
      server = await start();
    }
    const db = await openDatabase(join(dataDir, 'posthorn.db'));
    await nothingWaits(db);
    const arrivals = await oracle.read();

    expect(lost(accepted, arrivals)).toEqual([]);
    expect(renamed(accepted, arrivals)).toEqual([]);
    expect(misdirected(accepted, arrivals)).toEqual([]);
    for (const { path, limit, ordered } of load.flatMap(({ endpoints }) => endpoints)) {
      if (ordered) expect(passed(at(path, arrivals)), `${path} at its receiver`).toEqual([]);
      if (limit === null) continue;
      expect(surelyOver(at(path, arrivals), limit), `${path} at its receiver`).toEqual([]);
      expect(await attemptsOver(db, path, limit), `${path} by the times of its attempts`).toEqual([]);
    }
    expect(await wrongEnds(db, load)).toEqual([]);
    expect(await server.stop()).toBe(0);
    expect(await db.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await db.close();
    if (LONG_FORM) console.log(summary(accepted, arrivals, load));
  },
  LONG_FORM ? 600_000 : 90_000,
);

const at = (path: string, arrivals: readonly OracleArrival[]) =>
  arrivals.filter((arrival) => arrival.path === path);

/** Every accepted message arrived at all of its destinations. */
function lost(accepted: readonly Accepted[], arrivals: readonly OracleArrival[]): string[] {
  const arrived = new Set(arrivals.map(({ path, id, key }) => `${path} ${id} ${key}`));
  return accepted.flatMap(({ key, id, paths }) =>
    paths.map((path) => `${path} ${id} ${key}`).filter((line) => !arrived.has(line)),
  );
}

/** A message has the same id at all receivers and attempts: the one its sender got, if any. */
function renamed(accepted: readonly Accepted[], arrivals: readonly OracleArrival[]): string[] {
  const idOf = new Map(accepted.map(({ key, id }) => [key, id]));
  const wrong = new Set<string>();
  for (const { key, id } of arrivals) {
    const known = idOf.get(key);
    if (known === undefined) idOf.set(key, id);
    else if (known !== id) wrong.add(`${key}: ${known} and ${id}`);
  }
  return [...wrong];
}

/** Nothing arrives elsewhere. */
function misdirected(accepted: readonly Accepted[], arrivals: readonly OracleArrival[]): string[] {
  const meant = new Map(accepted.map(({ id, paths }) => [id, paths]));
  return arrivals
    .filter(({ id, path }) => meant.get(id)?.includes(path) === false)
    .map(({ id, path }) => `${path} ${id}`);
}

/** Where more than `limit` attempts have times within one second. */
async function attemptsOver(db: SqliteDatabase, path: string, limit: number): Promise<number[]> {
  const rows = await db.all<{ at: number }>(
    'SELECT created_at AS at FROM attempt WHERE url LIKE ? ORDER BY created_at',
    [`%${path}`],
  );
  return rows
    .slice(limit)
    .map(({ at }, i) => at - (rows[i]?.at ?? 0))
    .filter((spanMs) => spanMs < 1000);
}

/** Everything is delivered, except where nothing ever succeeds: there it failed, after all planned attempts. */
async function wrongEnds(db: SqliteDatabase, load: readonly LoadApplication[]) {
  const rows = await db.all<{ path: string; state: string; attempts: number }>(
    `SELECT DISTINCT substr(endpoint.url, ?) AS path, state, CASE state WHEN 'failed' THEN attempt_count END AS attempts
     FROM delivery JOIN endpoint ON endpoint.id = endpoint_id ORDER BY path`,
    [oracle.baseUrl.length + 1],
  );
  expect(rows.map(({ path }) => path)).toEqual(
    load.flatMap(({ endpoints }) => endpoints.map(({ path }) => path)).sort(),
  );
  return rows.filter(({ path, state, attempts }) =>
    path.startsWith('/never/')
      ? state !== 'failed' || attempts !== RETRIES_S.length + 1
      : state !== 'delivered',
  );
}

async function nothingWaits(db: SqliteDatabase): Promise<void> {
  while (await db.get(`SELECT 1 FROM delivery WHERE state = 'waiting' LIMIT 1`)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function summary(
  accepted: readonly Accepted[],
  arrivals: readonly OracleArrival[],
  load: readonly LoadApplication[],
): string {
  const doubts = arrivals.map(({ earliestMs, latestMs }) => latestMs - earliestMs).sort((a, b) => a - b);
  const limited = load.flatMap(({ endpoints }) => endpoints).filter(({ limit }) => limit !== null);
  const meant = accepted.reduce((sum, { paths }) => sum + paths.length, 0);
  return [
    `${CYCLES} kills, ${accepted.length} messages accepted for ${meant} deliveries, ${arrivals.length} requests arrived`,
    `clock of the receiver: doubt ${doubts[doubts.length >> 1]?.toFixed(1)} ms at the median, ${doubts.at(-1)?.toFixed(1)} ms at most`,
    ...limited.map(({ path, limit }) => `${path}: ${at(path, arrivals).length} requests at ${limit}/s`),
  ].join('\n');
}
