import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

/** No request may hold the event loop for longer. */
export const STALL_MAX_MS = 50;

/** The longest time for which nothing else could be done in this thread while `work` went on, in milliseconds. */
export async function longestStallMs(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

/**
 * The same beside a thread that does nothing: what a busy machine keeps from running for a while is no fault of the
 * work, and shows there as well. For work of seconds, in which that happens now and then.
 */
export async function longestOwnStallMs(work: () => Promise<unknown>): Promise<number> {
  const idle = new Worker(IDLE, { eval: true });
  await once(idle, 'online');
  const ownMs = await longestStallMs(work);
  idle.postMessage('end');
  const [idleMs]: number[] = await once(idle, 'message');
  return Math.max(0, ownMs - (idleMs ?? 0));
}

const IDLE = `
  const { monitorEventLoopDelay } = require('node:perf_hooks');
  const { parentPort } = require('node:worker_threads');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  parentPort.once('message', () => parentPort.postMessage(delay.max / 1e6));
`;
