import { expect, test } from 'vitest';
import { createFilterJudge } from '../../../src-server/catalog/filter-judge';
import type { WorkerPool } from '../../../src-server/catalog/workers/worker-pool';
import { WorkerStopped } from '../../../src-server/catalog/workers/worker-stopped';
import type { FilterVerdicts } from '../../../src-server/message-filter/judge-messages';

const options = (key = 'a') => ({ caller: { key, allowance: null } });
const question = (length: number) => ({
  filters: [{ payload: { amount: 1 } }],
  messages: [
    {
      ...{ eventType: 'a', eventId: null, channels: null, tags: null },
      payload: JSON.stringify({ amount: 2, text: 'x'.repeat(length) }),
    },
  ],
  reasons: 'none' as const,
});

/** A pool whose tasks end when somebody says so, oldest first. */
function heldPool() {
  const waiting: {
    readonly settle: (verdicts: FilterVerdicts) => void;
    readonly fail: (cause: Error) => void;
  }[] = [];
  const run = () => new Promise((settle, fail) => waiting.push({ settle, fail }));
  return { waiting, judge: createFilterJudge({ run: run as WorkerPool['run'] }) };
}
/** Everything that needs no worker has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a small payload is judged in place', async () => {
  const { waiting, judge } = heldPool();
  expect(await judge(question(10_000), options())).toEqual([['']]);
  expect(waiting).toHaveLength(0);
});

test('large payloads go to a worker, one at a time of each caller', async () => {
  const { waiting, judge } = heldPool();
  const [first, second] = [judge(question(20_000), options()), judge(question(20_000), options())];
  const other = judge(question(20_000), options('b'));
  await settled();
  expect(waiting).toHaveLength(2);
  waiting[0]?.settle([['1']]);
  waiting[1]?.settle([['b']]);
  expect([await first, await other]).toEqual([[['1']], [['b']]]);
  await settled();
  expect(waiting).toHaveLength(3);
  waiting[2]?.settle([['2']]);
  expect(await second).toEqual([['2']]);
});

test('a message at which a worker was stopped matches, and a fault keeps no later message back', async () => {
  const { waiting, judge } = heldPool();
  const [stopped, failed, last] = [1, 2, 3].map(() => judge(question(20_000), options()));
  const fault = expect(failed).rejects.toThrow('away');
  await settled();
  waiting[0]?.fail(new WorkerStopped('time'));
  expect(await stopped).toEqual([[null]]);
  await settled();
  waiting[1]?.fail(new Error('away'));
  await fault;
  await settled();
  waiting[2]?.settle([['']]);
  expect(await last).toEqual([['']]);
});
