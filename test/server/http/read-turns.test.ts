import { expect, test } from 'vitest';
import { apiError } from '../../../src-server/base/errors';
import type { WorkerCaller } from '../../../src-server/catalog/workers/worker-budget';
import { ReadTurns } from '../../../src-server/http/pipeline/read-turns';
import { FakeClock } from '../../support/fake-clock';

const callerOf = (key: string): WorkerCaller => ({ key, allowance: { burstMs: 100, msPerSecond: 50 } });

/** Turns whose work takes as long as the test says. */
function rig(atOnce = 1) {
  const clock = new FakeClock();
  const machine = { waitedMs: 0, isSending: false };
  const isSending = () => machine.isSending;
  const turns = new ReadTurns(clock, atOnce, isSending, () => machine.waitedMs);
  const running: { readonly name: string; readonly end: () => void }[] = [];
  const gone = new Map<string, () => void>();
  const ask = (key: string, name: string) => {
    const pending = turns.run(
      callerOf(key),
      (listener) => gone.set(name, listener),
      () => new Promise<string>((done) => running.push({ name, end: () => done(name) })),
    );
    pending.catch(() => undefined);
    return pending;
  };
  /** Ends the work that began first, after this time. */
  const endAfter = async (ms: number) => {
    await clock.advance(ms);
    running.shift()?.end();
    await settled();
  };
  return { clock, machine, ask, endAfter, gone, now: () => running.map(({ name }) => name) };
}

/** Runs everything that is ready to run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('callers that read many rows take turns, each with one request at a time', async () => {
  const { ask, now, endAfter } = rig(2);
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
  void ask('b', 'b1');
  await settled();
  expect(now()).toEqual(['a1', 'b1']);
  await endAfter(1);
  expect(now()).toEqual(['b1', 'a2']);
});

test('no caller is charged for time in which others had the processor', async () => {
  const { machine, ask, now, endAfter } = rig();
  void ask('a', 'a1');
  await settled();
  void ask('a', 'a2');
  machine.waitedMs = 60;
  await endAfter(150);
  expect(now()).toEqual(['a2']);
});

test('while messages are sent, a read uses up five times as much of the time for reading', async () => {
  const { machine, clock, ask, now, endAfter } = rig();
  machine.isSending = true;
  void ask('a', 'a1');
  await settled();
  void ask('a', 'a2');
  await endAfter(30); // counts as 150 ms: 50 ms of debt, paid in a second
  await clock.advance(985);
  await settled();
  expect(now()).toEqual([]);
  await clock.advance(25);
  await settled();
  expect(now()).toEqual(['a2']);
});

test('a caller that has used up its time for reading waits until it has some again, and others do not', async () => {
  const { clock, ask, now, endAfter } = rig();
  void ask('a', 'a1');
  await settled();
  void ask('a', 'a2');
  await endAfter(150); // 50 ms of debt, paid in a second
  expect(now()).toEqual([]);
  void ask('b', 'b1');
  await settled();
  expect(now()).toEqual(['b1']);
  await endAfter(10);
  await clock.advance(985);
  await settled();
  expect(now()).toEqual([]);
  await clock.advance(10);
  await settled();
  expect(now()).toEqual(['a2']);
});

test('a caller whose reads took very long is refused, with the time after which to try again', async () => {
  const { ask, endAfter } = rig();
  void ask('a', 'a1');
  await settled();
  await endAfter(1100);
  await expect(ask('a', 'a2')).rejects.toMatchObject({ status: 429, retryAfterS: 20 });
});

test('a caller with too many requests in the queue is refused', async () => {
  const { ask, now } = rig();
  for (let n = 0; n <= 20; n++) void ask('a', `a${n}`);
  await expect(ask('a', 'one more')).rejects.toMatchObject({ status: 429 });
  void ask('b', 'b1');
  await settled();
  expect(now()).toEqual(['a0']);
});

test('a request whose client is gone loses its turn', async () => {
  const { ask, gone, now, endAfter } = rig();
  void ask('a', 'a1');
  const left = ask('b', 'b1');
  void ask('c', 'c1');
  await settled();
  gone.get('b1')?.();
  await expect(left).rejects.toMatchObject({ status: 503 });
  await endAfter(1);
  expect(now()).toEqual(['c1']);
});

test.each([
  [3500, ['refused', 'refused']],
  [10, ['refused', 'done']],
])('a read without a response from the database for %s ms ends those behind it: %s', async (ms, ends) => {
  const clock = new FakeClock();
  const turns = new ReadTurns(clock, 1);
  const read = (work: () => Promise<string>) =>
    turns.run({ key: 'a', allowance: null }, () => undefined, work).catch(() => 'refused');
  const first = read(async () => {
    await clock.sleep(ms);
    throw apiError('unavailable', 'PostgreSQL has not answered');
  });
  const second = read(async () => 'done');
  await settled();
  await clock.advance(ms);
  expect(await Promise.all([first, second])).toEqual(ends);
});
