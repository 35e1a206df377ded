import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../../src-server/base/clock';
import { createLog } from '../../../src-server/base/log';
import type { WorkerCaller } from '../../../src-server/catalog/workers/worker-budget';
import { createWorkerPool, type WorkerPool } from '../../../src-server/catalog/workers/worker-pool';
import type { TaskInput } from '../../../src-server/catalog/workers/worker-tasks';
import { type BuiltCatalogWorker, buildCatalogWorker } from '../../support/build-catalog-worker';
import { FakeClock } from '../../support/fake-clock';
import { newFolder } from '../../support/new-folder';
import { startedOnce } from '../../support/started';

const schema = JSON.stringify({ properties: { total: { type: 'number' } } });
const caller: WorkerCaller = { key: 'token 1', allowance: null };
const other = { key: 'token 2', allowance: null };

let built: BuiltCatalogWorker;
const folder = startedOnce(newFolder);
/** The worker threads of this process. */
const threads = new Set<Worker>();
const watch = (thread: Worker) => {
  threads.add(thread);
  thread.on('exit', () => threads.delete(thread));
};
beforeAll(async () => {
  process.on('worker', watch);
  built = await buildCatalogWorker();
});
afterAll(async () => {
  process.off('worker', watch);
  await built.remove();
});

function poolOf(worker: URL | null, clock: Clock = systemClock): WorkerPool {
  const pool = createWorkerPool({ worker, clock, log: createLog('silent') });
  onTestFinished(() => pool.stop());
  return pool;
}

/** A pool whose worker runs the code of `work`. */
async function scripted(name: string, code: string, clock?: Clock): Promise<WorkerPool> {
  const file = folder.file(`${name}.mjs`);
  await writeFile(file, code);
  return poolOf(pathToFileURL(file), clock);
}

const check = (pool: WorkerPool, payload: string, by = caller) =>
  pool.run('checkPayload', { schema, payload }, { caller: by });

test('a task has the same result in a worker thread and without one', async () => {
  const [there, here] = [poolOf(built.url), poolOf(null)];
  for (const payload of ['{"total":1}', '{"total":"1"}', 'null']) {
    expect(await check(there, payload)).toEqual(await check(here, payload));
  }
  expect((await check(there, '{"total":"1"}')).problems).toEqual([
    { pointer: '/total', rule: 'type', message: 'must be number' },
  ]);
});

test('no worker thread exists before the first task and after a stop', async () => {
  const pool = poolOf(built.url);
  await pool.start();
  expect(threads.size).toBe(0);
  await check(pool, '{}');
  expect(threads.size).toBe(1);
  await pool.stop();
  expect(threads.size).toBe(0);
  await expect(check(pool, '{}')).rejects.toThrow('stopping');
});

test('a caller without budget is refused after a pause, and others are not', async () => {
  const clock = new FakeClock();
  const pool = await scripted('costly', 'export const work = () => ({ ms: 5_000, output: 1 });', clock);
  const customer = { key: 'app 1', allowance: { burstMs: 1_000, msPerSecond: 100 } };
  await pool.admit(customer);
  await check(pool, '1', customer);
  const refused = pool.admit(customer).then(
    () => 'admitted',
    (cause) => cause,
  );
  const inTime = Promise.race([refused, new Promise((resolve) => setImmediate(resolve, 'held back'))]);
  expect(await inTime).toBe('held back');
  clock.advance(500);
  expect(await refused).toMatchObject({ status: 429, retryAfterS: 40 });
  await pool.admit({ ...customer, key: 'app 2' });
  clock.advance(40_001);
  await pool.admit(customer);
});

test('an endless task is terminated, and other callers have a thread meanwhile', async () => {
  const pool = await scripted(
    'endless',
    `import { parentPort } from 'node:worker_threads';
     export const work = ({ id, input }) => {
       parentPort.postMessage({ id, account: null });
       while (input.payload === 'endless');
       return { ms: 1, output: input.payload };
     };`,
  );
  const endless = check(pool, 'endless');
  for (const payload of ['1', '2', '3']) expect(await check(pool, payload, other)).toBe(payload);
  await expect(endless).rejects.toMatchObject({ reason: 'time' });
  expect(await check(pool, 'next')).toBe('next');
});

test('a task that takes all memory is terminated, and the next one runs', async () => {
  const pool = await scripted(
    'greedy',
    `export const work = ({ input }) => {
       const all = [];
       while (input.payload === 'greedy') all.push(new Array(10_000).fill(all.length));
       return { ms: 1, output: input.payload };
     };`,
  );
  await expect(check(pool, 'greedy')).rejects.toMatchObject({ reason: 'memory' });
  expect(await check(pool, 'next')).toBe('next');
}, 60_000);

test.each([
  ['cannot be loaded', 'throw new Error("broken");', 'broken'],
  ['ends by itself', 'export const work = () => process.exit(3);', '3'],
  ['throws', 'export const work = () => { throw new Error("fault"); };', 'fault'],
])('a worker that %s fails every task it gets, and none waits forever', async (name, code, message) => {
  const pool = await scripted(name.replaceAll(' ', '-'), code);
  const pending = [check(pool, '1'), check(pool, '2', other), check(pool, '3')];
  const ends = await Promise.allSettled(pending);
  expect(ends.map((end) => end.status === 'rejected' && String(end.reason))).toEqual(
    pending.map(() => expect.stringContaining(message)),
  );
});

test('without worker threads, a stop waits for the running task', async () => {
  let begin = () => {};
  let letEnd = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const mayEnd = new Promise<void>((resolve) => {
    letEnd = resolve;
  });
  let ended = false;
  const pool = createWorkerPool({
    worker: null,
    clock: systemClock,
    log: createLog('silent'),
    renderCatalog: async () => {
      begin();
      await mayEnd;
      ended = true;
      return [];
    },
  });
  const site = {} as TaskInput<'previewPublicPage'>['site'];
  const pending = pool.run(
    'previewPublicPage',
    { site, path: '', index: '[]', changes: [], isLarge: false, contents: [] },
    { caller },
  );
  const outcome = expect(pending).rejects.toThrow('The service is stopping.');
  await begun;
  const stopped = pool.stop().then(() => expect(ended).toBe(true));
  await outcome;
  letEnd();
  await stopped;
});
