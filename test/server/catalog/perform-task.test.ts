import { expect, test } from 'vitest';
import { performTask } from '../../../src-server/catalog/workers/perform-task';
import type { WorkerTasks } from '../../../src-server/catalog/workers/worker-tasks';
import { FakeClock } from '../../support/fake-clock';

test('the time in which others had the processor does not count as the time of a task', async () => {
  const clock = new FakeClock();
  let waited = 500;
  const checkPayload = () => {
    clock.advance(1000);
    waited += 900;
    return { fits: true, problems: [], reason: null };
  };
  const result = await performTask(
    { checkPayload } as unknown as WorkerTasks,
    { name: 'checkPayload', input: { schema: '{}', payload: '{}' } },
    { clock, tell: () => {}, waitedMs: () => waited },
  );
  expect(result.ms).toBe(100);
});
