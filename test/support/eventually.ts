import { vi } from 'vitest';

/** Repeats a check until it holds. @throws what it threw last, after a time in which even a busy machine is done */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000, interval: 20 });
}
