import { setTimeout as pause } from 'node:timers/promises';

const LONGEST_PAUSE_MS = 25;

/**
 * Looks again and again until what it sees `isSo`, and returns that. The pause between two looks leaves the processor to
 * what is awaited, and is the longer the longer that takes.
 */
export async function until<T>(look: () => T | Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (let looks = 1; ; looks++) {
    const seen = await look();
    if (isSo(seen)) return seen;
    await pause(Math.min(10 * looks, LONGEST_PAUSE_MS));
  }
}
