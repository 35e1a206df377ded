import { beforeAll, beforeEach } from 'vitest';

/** What can be stopped, by one of these. */
interface Stoppable {
  remove?(): unknown;
  close?(): unknown;
  dispose?(): unknown;
}

/**
 * Starts something before the tests of a file or `describe`, and stops it after them, the newest first.
 * @returns its members, which are there from the next hook on
 */
export function startedOnce<T extends Stoppable>(start: () => Promise<T>): T {
  const members = {} as T;
  beforeAll(() => startInto(members, start));
  return members;
}

/** The same, but anew for each test. */
export function startedForEach<T extends Stoppable>(start: () => Promise<T>): T {
  const members = {} as T;
  beforeEach(() => startInto(members, start));
  return members;
}

/** Resolves with what stops it. */
async function startInto<T extends Stoppable>(members: T, start: () => Promise<T>) {
  const started = await start();
  Object.assign(members, started);
  return async () => {
    await (started.remove?.() ?? started.close?.() ?? started.dispose?.());
  };
}
