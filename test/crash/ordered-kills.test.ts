import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningPosthorn, startPosthorn } from '../support/start-posthorn';
import { call, counting, type LoadApplication, loadUntilGone } from './crash-load';
import { LONG_FORM, NIGHTLY } from './crash-size';
import { type Oracle, passed, startOracle } from './start-oracle';

/** The built server in its own process, killed again and again while two endpoints get their messages in strict order. */
const KILLS = NIGHTLY ? 200 : 5;
/** The maximum length of a life after its first message. */
const LONGEST_LIFE_MS = 400;
const LEAST_ACCEPTED = 3;
const ARGS = ['--retry-schedule', '0.1,0.1,0.2,0.2,0.3', '--request-timeout', '0.5'];

let dataDir: string;
let oracle: Oracle;
let running: RunningPosthorn | null;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-order-'));
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

test(`over ${KILLS} kills, receivers in strict order get every message, apart from repeats in the order of acceptance`, {
  timeout: NIGHTLY ? 3_600_000 : 90_000,
}, async () => {
  let server = await start();
  const { id: appId } = await call(server, 'POST', '/app', { name: 'Order' });
  const paths = ['/ok/ordered', '/fifth/ordered'];
  for (const path of paths)
    await call(server, 'POST', `/app/${appId}/endpoint`, { url: oracle.baseUrl + path, ordered: true });
  const endpoints = paths.map((path) => ({ path, limit: null, ordered: true }));
  // One sender, so that there is an order: that of the keys.
  const load: LoadApplication = { appId, endpoints, senders: 1, pauseMs: 5 };
  const keys = counting();
  const accepted: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const sending = loadUntilGone(server, [load], keys, ({ key }) => accepted.push(key));
    const before = accepted.length;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_LIFE_MS));
    while (accepted.length < before + LEAST_ACCEPTED) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.kill();
    await sending;
    server = await start();
  }
  const { id: last } = await call(server, 'POST', `/app/${appId}/msg`, {
    eventType: 'last',
    payload: { key: `k${keys.next().value}` },
  });
  const isLast = ({ id }: { readonly id: string }) => id === last;
  const readLast = async () => (await oracle.read()).filter(isLast).length >= paths.length;
  while (!(await readLast())) await new Promise((resolve) => setTimeout(resolve, 100));
  const arrivals = await oracle.read();
  let repeats = 0;
  for (const path of paths) {
    const here = arrivals.filter((arrival) => arrival.path === path);
    const arrived = new Set(here.map(({ key }) => key));
    expect(passed(here), path).toEqual([]);
    expect(accepted.filter((key) => !arrived.has(key))).toEqual([]);
    repeats += here.length - arrived.size;
  }
  if (NIGHTLY || LONG_FORM)
    console.log(
      `${KILLS} kills, ${accepted.length} accepted, ${arrivals.length} arrived, ${repeats} repeats`,
    );
});
