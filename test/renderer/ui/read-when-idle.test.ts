import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readWhenIdle } from '../../../src-renderer/ui/read-when-idle';

/** What waits until the page is idle. */
let waiting: (() => void)[] = [];
const idle = () => waiting.shift()?.();

beforeEach(() => {
  waiting = [];
  vi.useFakeTimers();
  vi.stubGlobal('window', { requestIdleCallback: true });
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run));
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Parts that note that they were asked for. The second one cannot be loaded. */
function parts() {
  const requests: string[] = [];
  const readers = ['a', 'b', 'c'].map((name) => async () => {
    requests.push(name);
    if (name === 'b') throw new Error('there is no b');
  });
  return { requests, readers };
}

test('parts are loaded ahead one at a time, each while the page is idle, also after one that fails', async () => {
  const { requests, readers } = parts();
  readWhenIdle(readers);
  expect(waiting).toEqual([]);
  await vi.runAllTimersAsync();
  for (const soFar of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    expect(requests.length).toBe(soFar.length - 1);
    idle();
    await vi.runAllTimersAsync();
    expect(requests).toEqual(soFar);
  }
});

test('nothing is loaded ahead once that is stopped, for a user who saves data, and where idle time is unknown', async () => {
  const { requests, readers } = parts();
  const stop = readWhenIdle(readers);
  await vi.runAllTimersAsync();
  stop();
  idle();
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  readWhenIdle(readers);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', {});
  readWhenIdle(readers);
  await vi.runAllTimersAsync();
  expect(waiting).toEqual([]);
  expect(requests).toEqual([]);
});
