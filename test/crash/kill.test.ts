import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src-server/storage/sqlite/sqlite-database';
import { type Receiver, startReceiver } from '../support/receiver';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { NIGHTLY } from './crash-size';

/**
 * The built server in its own process, killed while it works, as by a power cut. The receiver is the
 * oracle: it outlives the kills and knows what really arrived.
 */
const KILLS = 4;

let dataDir: string;
let receiver: Receiver;
let running: RunningPosthorn | null;

beforeAll(() => {
  const program = resolve(import.meta.dirname, '../../out/main/posthorn.js');
  if (!existsSync(program)) {
    throw new Error(`There is no ${program}: run "npm run build" first ("npm test" does it by itself).`);
  }
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-crash-'));
  receiver = await startReceiver();
  running = null;
});

afterEach(async () => {
  await running?.kill();
  await receiver.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<RunningPosthorn> {
  running = await startPosthorn({ dataDir });
  return running;
}

/** Calls the API; rejects without a successful response. */
async function call(server: RunningPosthorn, method: string, path: string, body?: object) {
  const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

async function createApplication(server: RunningPosthorn, rateLimit: number | null): Promise<string> {
  const { id } = await call(server, 'POST', '/app', { name: 'Crash', rateLimit });
  await call(server, 'POST', `/app/${id}/endpoint`, { url: `${receiver.baseUrl}/` });
  return id;
}

const send = async (server: RunningPosthorn, app: string, n: number): Promise<string> =>
  (await call(server, 'POST', `/app/${app}/msg`, { eventType: 'crash', payload: { n } })).id;

/** Sends concurrently until the server is gone; returns the ids of the accepted messages. */
async function sendUntilGone(server: RunningPosthorn, app: string): Promise<string[]> {
  const accepted: string[] = [];
  const sender = async () => {
    for (;;) {
      try {
        accepted.push(await send(server, app, accepted.length));
      } catch {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  return accepted;
}

const arrivedIds = () => receiver.arrivals.map((arrival) => String(arrival.headers['webhook-id']));

async function allArrived(ids: readonly string[]): Promise<void> {
  for (;;) {
    const seen = new Set(arrivedIds());
    const missing = ids.filter((id) => !seen.has(id));
    if (missing.length === 0) return;
    await receiver.arrived(receiver.arrivals.length + 1);
  }
}

// In the gate, `kill-cycles.test.ts` kills it under load, and asks the same and more, limits among it.
test.runIf(NIGHTLY)(
  'killed again and again during a burst, it loses nothing that it had accepted',
  async () => {
    const accepted: string[] = [];
    let server = await start();
    const app = await createApplication(server, null);
    for (let cycle = 0; cycle < KILLS; cycle++) {
      const burst = sendUntilGone(server, app);
      // At a different point of accepting, sending and recording each time.
      await receiver.arrived(receiver.arrivals.length + 5 + Math.floor(Math.random() * 60));
      await server.kill();
      accepted.push(...(await burst));
      server = await start();
    }
    expect(accepted.length).toBeGreaterThan(10);
    await allArrived(accepted);
    // An arrival right before a kill is not recorded, and is sent again; in the end everything is recorded as done.
    const db = await openDatabase(join(dataDir, 'posthorn.db'));
    const countUndone = async () =>
      (
        await db.all(
          `SELECT 1 FROM delivery
         WHERE state <> 'delivered' AND message_id IN (SELECT value FROM json_each(?))`,
          [JSON.stringify(accepted)],
        )
      ).length;
    while ((await countUndone()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await server.stop()).toBe(0);
    expect(await db.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await db.close();
  },
  60_000,
);

test.runIf(NIGHTLY)(
  'the limit holds across a kill and a restart',
  async () => {
    let server = await start();
    const app = await createApplication(server, 1);
    const ids = await Promise.all([0, 1, 2, 3].map((n) => send(server, app, n)));
    for (let cycle = 0; cycle < 2; cycle++) {
      // Right after a send: a server that forgot it would send the next one as soon as it is back.
      await receiver.arrived(receiver.arrivals.length + 1);
      await server.kill();
      server = await start();
    }
    await allArrived(ids);
    const times = receiver.arrivals.map((arrival) => arrival.atMs);
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    // The difference to 1000 allows for a busy machine, on which this process notices the earlier one late.
    expect(Math.min(...gaps)).toBeGreaterThan(750);
  },
  60_000,
);

test('asked to stop in the middle of its work, it ends with code 0 and repeats nothing afterwards', async () => {
  const first = await start();
  const app = await createApplication(first, 30);
  const ids = await Promise.all(Array.from({ length: 100 }, (_, n) => send(first, app, n)));
  await receiver.arrived(20);
  expect(await first.stop('SIGTERM')).toBe(0);
  const before = receiver.arrivals.length;
  expect(before).toBeLessThan(100);
  const second = await start();
  await allArrived(ids);
  expect(await second.stop('SIGINT')).toBe(0);
  expect(arrivedIds().sort()).toEqual([...ids].sort());
}, 60_000);

test('a second server on the same data folder is refused with a clear message, and the first goes on', async () => {
  const first = await start();
  await expect(startPosthorn({ dataDir })).rejects.toThrow(
    /ended with code 1 .*Another Posthorn server is already using the data folder/s,
  );
  await call(first, 'GET', '/app');
  await first.kill();
  // A kill leaves nothing behind that would block the next server.
  await call(await start(), 'GET', '/app');
}, 60_000);
