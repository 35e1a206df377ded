import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../src-server/storage/sqlite/migrate';
import { openDatabase } from '../../src-server/storage/sqlite/sqlite-database';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { type Accepted, call, counting, type LoadApplication, loadUntilGone } from './crash-load';
import { LONG_FORM, NIGHTLY } from './crash-size';
import { type Oracle, startOracle } from './start-oracle';
import {
  type CrashedFiles,
  type CutWal,
  cutAnywhere,
  pagesAfterLastCommit,
  readCrashed,
  writeFiles,
} from './wal-cut';

/**
 * A kill keeps everything written; a power cut loses what was not flushed. So the files of a server
 * that was killed while it wrote are cut at random bytes, and each cut must match some earlier state.
 */
const ROUNDS = LONG_FORM ? 20 : NIGHTLY ? 4 : 3;
const CUTS_PER_ROUND = LONG_FORM ? 10 : 5;
const KINDS: readonly CutWal['kind'][] = ['cut', 'zeros', 'garbage'];
const PATHS = ['/ok/a', '/ok/b', '/twice/c'];
const ARGS = ['--retry-schedule', '0.1,0.1,0.1,0.1'];

let oracle: Oracle;
let dataDir: string;
let cutDir: string;
let running: RunningPosthorn | null;

beforeEach(async () => {
  oracle = await startOracle();
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-power-'));
  cutDir = await mkdtemp(join(tmpdir(), 'posthorn-power-cut-'));
  running = null;
});

afterEach(async () => {
  await running?.kill();
  oracle.stop();
  await rm(dataDir, { recursive: true, force: true });
  await rm(cutDir, { recursive: true, force: true });
});

test(
  `its files cut at ${ROUNDS * CUTS_PER_ROUND} random bytes open, are sound, and hold what was committed up to some moment`,
  async () => {
    let inTheMiddle = 0;
    let total = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { files, accepted } = await crashUnderLoad(round);
      const complete = await look(files, { kind: 'cut', wal: files.wal, intactBytes: files.wal.length });
      expect(missing(accepted, complete)).toEqual([]);
      const cuts = Array.from({ length: CUTS_PER_ROUND }, (_, i) =>
        cutAnywhere(files, KINDS[i % KINDS.length] ?? 'cut'),
      ).sort((a, b) => a.intactBytes - b.intactBytes);
      let held = 0;
      for (const cut of cuts) {
        const found = await look(files, cut);
        expectPrefix(found, complete);
        // Flushed data stays: a longer WAL never contains less.
        expect(found.messages.length).toBeGreaterThanOrEqual(held);
        held = found.messages.length;
        if (held > 0 && held < complete.messages.length) inTheMiddle += 1;
        total += 1;
      }
      if (LONG_FORM || round === 0) await takesUpWhatIsLeft();
    }
    expect(total).toBe(ROUNDS * CUTS_PER_ROUND);
    // Otherwise this would have tested only the extremes.
    expect(inTheMiddle).toBeGreaterThanOrEqual(total / 10);
    if (LONG_FORM) console.log(`${total} cuts, ${inTheMiddle} of them with a part of the messages`);
  },
  LONG_FORM ? 600_000 : 90_000,
);

/** A server in a new folder, or (every third time) in one after a kill, killed while it writes. */
async function crashUnderLoad(round: number): Promise<{ files: CrashedFiles; accepted: Accepted[] }> {
  for (;;) {
    await rm(dataDir, { recursive: true, force: true });
    const accepted: Accepted[] = [];
    let server = await start(dataDir);
    const load = [await createApplication(server)];
    const keys = counting();
    for (let life = round % 3 === 2 ? 0 : 1; life < 2; life++) {
      if (life > 0 && running === null) server = await start(dataDir);
      const sending = loadUntilGone(server, load, keys, (message) => accepted.push(message));
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 900));
      await server.kill();
      running = null;
      await sending;
    }
    const files = await readCrashed(dataDir);
    if (files && files.flushedBytes < files.wal.length) return { files, accepted };
  }
}

async function start(folder: string): Promise<RunningPosthorn> {
  running = await startPosthorn({ dataDir: folder, args: ARGS });
  return running;
}

async function createApplication(server: RunningPosthorn): Promise<LoadApplication> {
  const { id: appId } = await call(server, 'POST', '/app', { name: 'Power cut' });
  for (const path of PATHS)
    await call(server, 'POST', `/app/${appId}/endpoint`, { url: `${oracle.baseUrl}${path}` });
  return { appId, endpoints: PATHS.map((path) => ({ path, limit: null })), senders: 8, pauseMs: 0 };
}

/** The content of a cut, each list in the order of its rows. */
interface Found {
  readonly messages: { readonly id: string; readonly key: string }[];
  readonly deliveries: { readonly id: number; readonly messageId: string; readonly endpointId: string }[];
  readonly attempts: string[];
}

/** Opens a cut as the server does. */
async function look(files: CrashedFiles, cut: CutWal): Promise<Found> {
  await rm(cutDir, { recursive: true, force: true });
  await mkdir(cutDir);
  const db = await openDatabase(await writeFiles(cutDir, files.main, cut.wal));
  try {
    expect(await db.get('PRAGMA page_count')).toEqual({
      page_count: pagesAfterLastCommit(files, cut.intactBytes),
    });
    expect(await db.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(await db.all('PRAGMA foreign_key_check')).toEqual([]);
    await migrate(db);
    const attempts = await db.all<{ id: string }>('SELECT id FROM attempt ORDER BY rowid');
    expect(
      await db.all(
        `SELECT id, state, attempt_count, (SELECT count(*) FROM attempt WHERE delivery_id = delivery.id) AS attempts
         FROM delivery
         WHERE attempt_count <> attempts`,
      ),
      `${cut.kind} at ${cut.intactBytes} of ${files.wal.length}, flushed ${files.flushedBytes}`,
    ).toEqual([]);
    return {
      messages: await db.all(`SELECT id, payload ->> 'key' AS key FROM message ORDER BY rowid`),
      deliveries: await db.all(
        'SELECT id, message_id AS messageId, endpoint_id AS endpointId FROM delivery ORDER BY id',
      ),
      attempts: attempts.map(({ id }) => id),
    };
  } finally {
    await db.close();
  }
}

function expectPrefix(found: Found, complete: Found): void {
  expect(found.messages).toEqual(complete.messages.slice(0, found.messages.length));
  expect(found.messages).toEqual([...found.messages].sort((a, b) => (a.id < b.id ? -1 : 1)));
  expect(found.attempts).toEqual(complete.attempts.slice(0, found.attempts.length));
  // Each message has all of its deliveries and no others.
  expect(found.deliveries).toEqual(complete.deliveries.slice(0, found.messages.length * PATHS.length));
  const known = new Set(found.messages.map(({ id }) => id));
  expect(found.deliveries.filter(({ messageId }) => !known.has(messageId))).toEqual([]);
  const pairs = new Set(found.deliveries.map(({ messageId, endpointId }) => `${messageId} ${endpointId}`));
  expect(pairs.size).toBe(found.messages.length * PATHS.length);
}

/** Accepted messages that are missing. */
function missing(accepted: readonly Accepted[], { messages }: Found): string[] {
  const keyOf = new Map(messages.map(({ id, key }) => [id, key]));
  return accepted.filter(({ id, key }) => keyOf.get(id) !== key).map(({ key }) => key);
}

/** A server on the last cut sends its waiting deliveries. */
async function takesUpWhatIsLeft(): Promise<void> {
  const server = await start(cutDir);
  const db = await openDatabase(join(cutDir, 'posthorn.db'));
  while (await db.get(`SELECT 1 FROM delivery WHERE state = 'waiting' LIMIT 1`)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await db.all(`SELECT DISTINCT state FROM delivery WHERE state <> 'delivered'`)).toEqual([]);
  await db.close();
  expect(await server.stop()).toBe(0);
  running = null;
}
