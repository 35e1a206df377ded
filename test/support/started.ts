import { beforeAll, beforeEach, onTestFinished } from 'vitest';

/** What can be stopped, by one of these. */
interface Stoppable {
  remove?(): unknown;
  close?(): unknown;
  dispose?(): unknown;
}

/**
 * Starts something before the tests of a file or `describe`, and stops it after them, the newest first.
 * @returns its members, which are there from the next hook on; what a test assigns to them does not reach it
 */
export function startedOnce<T extends Stoppable>(start: () => Promise<T>): T {
  const members = {} as T;
  beforeAll(() => startInto(members, start));
  return members;
}

/** The same, but anew for each test, and stopped after all that the test began later has been cleaned up. */
export function startedForEach<T extends Stoppable>(start: () => Promise<T>): T {
  const members = {} as T;
  beforeEach(async () => onTestFinished(await startInto(members, start)));
  return members;
}

/** Resolves with what a test has started, and stops it at the end of the test. */
export async function startedHere<T extends Stoppable>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  onTestFinished(() => stop(started));
  return started;
}

/** Resolves with what stops it, also after a restart. */
async function startInto(members: Stoppable, start: () => Promise<Stoppable>) {
  Object.assign(members, await start());
  return () => stop(members);
}

async function stop(started: Stoppable): Promise<void> {
  await (started.remove?.() ?? started.close?.() ?? started.dispose?.());
}
