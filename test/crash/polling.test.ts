import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { NIGHTLY } from './crash-size';

/**
 * The built server in its own process, killed while messages are accepted and three consumers read them, each in one of the
 * ways in which nothing may be lost.
 */
const LIVES = NIGHTLY ? 20 : 3;
const PER_LIFE = NIGHTLY ? 5000 : 100;
const SENDERS = 8;

let dataDir: string;
let running: RunningPosthorn;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-crash-'));
  running = await startPosthorn({ dataDir });
});
afterEach(async () => {
  await running.kill();
  await rm(dataDir, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${running.baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${running.adminToken}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

interface Read {
  readonly data: readonly { readonly id: string; readonly offset: number }[];
  readonly iterator: string;
}

/** Reads one page, and calls `onRead` before it says that it is done with it. */
type Reader = (onRead: (ids: readonly string[]) => void) => Promise<void>;

/** By the iterator of the last response; what was lost on its way is asked for again. */
function byIterator(path: string, first: string): Reader {
  let query = first;
  return async (onRead) => {
    const page: Read = await call('GET', `${path}?limit=100&${query}`);
    onRead(page.data.map(({ id }) => id));
    query = `iterator=${page.iterator}`;
  };
}

/** By a lease that is over at once, and a commit of the whole page or a part of it. */
function byCommit(path: string, take: number): Reader {
  return async (onRead) => {
    const page: Read = await call('GET', `${path}?limit=100&lease_duration_ms=1`);
    const taken = page.data.slice(0, take);
    onRead(taken.map(({ id }) => id));
    const offset = taken.at(-1)?.offset;
    if (offset !== undefined) await call('POST', `${path}/commit`, { offset });
  };
}

test('after each kill, consumers have every accepted message at least once, none passed over, in order', {
  timeout: NIGHTLY ? 1_800_000 : 60_000,
}, async () => {
  const { id: app } = await call('POST', '/app', { name: 'Crash' });
  const { id: poller } = await call('POST', `/app/${app}/polling-endpoint`, {});
  const leased = `/app/${app}/polling-endpoint/${poller}/consumer`;
  const readers: readonly Reader[] = [
    byIterator(`/app/${app}/poller/${poller}/consumer/a`, ''),
    byCommit(`${leased}/b`, 100),
    byCommit(`${leased}/c`, 37),
  ];
  const seen = readers.map(() => new Set<string>());
  const accepted: string[] = [];
  let isSending = true;

  const send = async () => {
    for (const until = accepted.length + PER_LIFE; accepted.length < until; ) {
      const { id } = await call('POST', `/app/${app}/msg`, { eventType: 'crash', payload: {} });
      accepted.push(id);
    }
  };
  const read = async (reader: Reader, ids: Set<string>) => {
    const hasAll = () => !isSending && accepted.every((id) => ids.has(id));
    while (!hasAll()) {
      // A server that was just killed: the next one is on its way.
      await reader((page) => page.forEach((id) => void ids.add(id))).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const reading = readers.map((reader, at) => read(reader, seen[at] ?? new Set()));
  for (let life = 0; life < LIVES; life++) {
    // The first sender that has its share ends this life; what the others are sending is cut.
    const sending = Array.from({ length: SENDERS }, () => send().catch(() => undefined));
    await Promise.race(sending);
    await running.kill();
    await Promise.all(sending);
    running = await startPosthorn({ dataDir });
  }
  isSending = false;
  await Promise.all(reading);

  expect(accepted.length).toBeGreaterThanOrEqual(LIVES * PER_LIFE);
  for (const ids of seen) {
    const order = [...ids];
    expect(order).toEqual(order.toSorted());
    expect(accepted.filter((id) => !ids.has(id))).toEqual([]);
  }
});
