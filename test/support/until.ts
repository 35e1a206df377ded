import { setTimeout as pause } from 'node:timers/promises';

/**
 * Looks again and again until what it sees `isSo`, and returns that. The pause between two looks leaves the processor to
 * what is awaited.
 */
export async function until<T>(look: () => T | Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    await pause(10);
  }
}
