import { watchLoop } from './held-loop.mjs';

/** The longest time that a request may hold the event loop, in milliseconds. */
export const STALL_MAX_MS = 50;

/** The longest time for which `work` kept this thread from doing anything else, in milliseconds. */
export async function longestStallMs(work: () => Promise<unknown>): Promise<number> {
  const loop = watchLoop();
  try {
    await work();
    return await loop.longestMs();
  } finally {
    loop.end();
  }
}
