import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

/** The longest time that a request may hold the event loop. */
export const STALL_MAX_MS = 50;

/** The longest time for which `work` kept this thread from doing anything else, in milliseconds. */
export async function longestStallMs(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

/**
 * The same compared with an idle thread: pauses that a busy machine causes are no fault of the work, and show in the
 * idle thread as well. For work that takes seconds, during which such pauses do occur.
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
