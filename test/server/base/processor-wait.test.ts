import { expect, test } from 'vitest';
import { accountOfThisThread, processorWaitMs } from '../../../src-server/base/processor-wait';

test('the wait of a thread is read where the system accounts for it, and is 0 where it does not', () => {
  const account = accountOfThisThread();
  expect(account === null).toBe(process.platform !== 'linux');
  expect(processorWaitMs(account)).toBeGreaterThanOrEqual(0);
  expect(processorWaitMs(null)).toBe(0);
  expect(processorWaitMs('/proc/none/schedstat')).toBe(0);
});
