import { expect, test } from 'vitest';
import { ApiError } from '../../../src-server/base/errors';
import type { TaskResult } from '../../../src-server/catalog/workers/perform-task';
import { WorkerBudget, type WorkerCaller } from '../../../src-server/catalog/workers/worker-budget';
import { WorkerQueue } from '../../../src-server/catalog/workers/worker-queue';
import type { Task } from '../../../src-server/catalog/workers/worker-tasks';
import type { TaskHooks, WorkerThreads } from '../../../src-server/catalog/workers/worker-threads';
import { FakeClock } from '../../support/fake-clock';

/** A task as the threads received it; the test ends it. */
interface RunningTask {
  readonly payload: string;
  readonly hooks: TaskHooks;
  readonly done: (result: TaskResult) => void;
  readonly broken: (cause: Error) => void;
}

const fits = { fits: true, problems: [], reason: null };
const callerOf = (key: string): WorkerCaller => ({ key, allowance: { burstMs: 1_000, msPerSecond: 100 } });

/** A queue whose threads do nothing by themselves; a terminated task fails. */
function rig(threads = 2, waitedMs: () => number = () => 0) {
  const clock = new FakeClock();
  const given: RunningTask[] = [];
  const workers: WorkerThreads = {
    run: ({ input }, hooks) =>
      new Promise((done, broken) => {
        given.push({ payload: (input as { readonly payload: string }).payload, hooks, done, broken });
        hooks.signal.addEventListener('abort', () => broken(new Error('the thread was ended')));
      }),
    close: () => Promise.resolve(),
  };
  const queue = new WorkerQueue({ workers, threads, budget: new WorkerBudget(clock), clock, waitedMs });
  const ask = (key: string, payload: string, more: object = {}) => {
    const pending = queue.run(check(payload), { caller: callerOf(key), ...more });
    pending.catch(() => undefined);
    return pending;
  };
  const now = () => given.map(({ payload }) => payload);
  const at = (payload: string) => given.find((task) => task.payload === payload) as RunningTask;
  return { clock, queue, ask, now, at };
}

function check(payload: string): Task<'checkPayload'> {
  return { name: 'checkPayload', input: { schema: '{}', payload } };
}

/** Runs everything that is ready to run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a caller has at most one worker thread, and waiting callers take turns', async () => {
  const { ask, now, at } = rig();
  for (const payload of ['a1', 'a2', 'a3']) void ask('a', payload);
  for (const payload of ['b1', 'b2']) void ask('b', payload);
  void ask('c', 'c1');
  expect(now()).toEqual(['a1', 'b1']);
  for (const payload of ['a1', 'a2', 'c1', 'b1']) {
    at(payload).done({ ms: 1, output: fits });
    await settled();
  }
  expect(now()).toEqual(['a1', 'b1', 'a2', 'c1', 'a3', 'b2']);
});

test('a caller without budget gets 429 with a time to retry, also for queued tasks', async () => {
  const { clock, ask, at } = rig();
  const first = ask('a', 'a1');
  const waiting = ask('a', 'a2');
  at('a1').done({ ms: 1_500, output: fits });
  expect(await first).toEqual(fits);
  const refusal = { status: 429, retryAfterS: 5, body: { code: 'too_many_requests' } };
  await expect(waiting).rejects.toMatchObject(refusal);
  await expect(ask('a', 'a3')).rejects.toMatchObject(refusal);
  void ask('b', 'b1');
  expect(at('b1')).toBeDefined();
  clock.advance(5_001);
  void ask('a', 'a4');
  expect(at('a4')).toBeDefined();
});

test('a refused task is charged for its time, and keeps its error', async () => {
  const { ask, at } = rig();
  const refused = ask('a', 'a1');
  const { status, body } = new ApiError(422, { code: 'openapi_invalid', detail: 'No.' });
  at('a1').done({ ms: 1_100, refusal: { status, body } });
  await expect(refused).rejects.toMatchObject({ status, body });
  await expect(ask('a', 'a2')).rejects.toMatchObject({ status: 429 });
});

test('a caller with too many queued tasks gets 429, and others do not', async () => {
  const { ask } = rig();
  for (let n = 0; n < 51; n += 1) void ask('a', `a${n}`);
  await expect(ask('a', 'one more')).rejects.toMatchObject({ status: 429, retryAfterS: 1 });
  const other = ask('b', 'b1');
  await expect(Promise.race([other, settled()])).resolves.toBeUndefined();
});

test("a task's time counts from the start of its thread, and is terminated and charged at the limit", async () => {
  const { clock, ask, at, now } = rig(1);
  const slow = ask('a', 'a1');
  const other = ask('b', 'b1');
  clock.advance(20_000);
  at('a1').hooks.onBegin(null);
  clock.advance(2_999);
  await settled();
  expect(now()).toEqual(['a1']);
  clock.advance(1);
  await expect(slow).rejects.toMatchObject({ reason: 'time', status: 422, body: { code: 'too_complex' } });
  expect(at('a1').hooks.signal.aborted).toBe(true);
  // Three seconds and the start of another thread, less one second that was saved.
  await expect(ask('a', 'a2')).rejects.toMatchObject({ status: 429, retryAfterS: 23 });
  at('b1').done({ ms: 1, output: fits });
  expect(await other).toEqual(fits);
});

test('time without the processor does not count towards the limit, up to ten times the limit', async () => {
  let waitedMs = 0;
  const { clock, ask, at } = rig(1, () => waitedMs);
  const busy = ask('a', 'a1');
  at('a1').hooks.onBegin('its account');
  waitedMs = 2_000;
  clock.advance(4_999);
  await settled();
  expect(at('a1').hooks.signal.aborted).toBe(false);
  clock.advance(1);
  await expect(busy).rejects.toMatchObject({ reason: 'time' });

  const starved = ask('b', 'b1');
  at('b1').hooks.onBegin('its account');
  waitedMs = 1_000_000;
  clock.advance(29_999);
  await settled();
  expect(at('b1').hooks.signal.aborted).toBe(false);
  clock.advance(1);
  await expect(starved).rejects.toMatchObject({ reason: 'time' });
});

test('a task whose thread does not start fails with 503', async () => {
  const { clock, ask } = rig();
  const pending = ask('a', 'a1');
  clock.advance(30_000);
  await expect(pending).rejects.toMatchObject({ status: 503 });
});

test('a failing thread fails its task, and the next task runs', async () => {
  const { ask, at } = rig(1);
  const [first, second] = [ask('a', 'a1'), ask('b', 'b1')];
  at('a1').broken(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  at('b1').done({ ms: 1, output: fits });
  expect(await second).toEqual(fits);
});

test('a disconnected caller loses its place in the queue, and its short running task may finish', async () => {
  const { ask, at, now } = rig(1);
  const listeners: (() => void)[] = [];
  const onGone = (listener: () => void) => void listeners.push(listener);
  void ask('a', 'a1', { onGone });
  const left = ask('b', 'b1', { onGone });
  void ask('c', 'c1');
  for (const hangUp of listeners) hangUp();
  await expect(left).rejects.toThrow('closed the connection');
  expect(at('a1').hooks.signal.aborted).toBe(false);
  at('a1').done({ ms: 1, output: fits });
  await settled();
  expect(now()).toEqual(['a1', 'c1']);
});

test('a stop refuses waiting, running and new tasks', async () => {
  const { queue, ask, at } = rig(1);
  const pending = [ask('a', 'a1'), ask('a', 'a2')];
  await queue.stop();
  for (const task of [...pending, ask('b', 'b1')]) await expect(task).rejects.toThrow('stopping');
  expect(at('a1').hooks.signal.aborted).toBe(true);
});
