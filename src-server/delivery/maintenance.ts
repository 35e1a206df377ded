/**
 * Removes what is too old, little by little, alongside the regular work.
 *
 * Promises: each write is small and followed by a pause, so that no message waits noticeably for it; a task that fails
 * (a full disk) is left for the next time and keeps no other task from its turn; a stop waits for at most one write.
 *
 * Not promised: that it happens at a certain time. Code that depends on an age checks the age.
 */
import type { Clock, Timer } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';

/** A recurring cleanup. */
export interface MaintenanceTask {
  readonly name: string;
  /**
   * Runs in small pieces: after each, it yields the number of things removed, and then continues or is abandoned.
   * @param now milliseconds since 1970
   */
  run(now: number): AsyncIterable<number>;
}

interface MaintenanceParts {
  readonly tasks: readonly MaintenanceTask[];
  readonly clock: Clock;
  readonly log: Log;
  /** Time from the end of one round to the next, in milliseconds; an hour when absent. */
  readonly everyMs?: number;
}

interface Maintenance extends Service {
  /** Runs every task once; returns how many things were removed, by task name. */
  runOnce(): Promise<Readonly<Record<string, number>>>;
}

/** Not right at the start, which has better things to do. */
const FIRST_MS = 30_000;
const EVERY_MS = 3_600_000;
const PAUSE_MS = 20;

/** Runs its tasks soon after the start, and then again and again. */
export function createMaintenance({ tasks, clock, log, everyMs = EVERY_MS }: MaintenanceParts): Maintenance {
  const stopping = new AbortController();
  let timer: Timer | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function run(task: MaintenanceTask, now: number): Promise<number> {
    let removed = 0;
    try {
      for await (const count of task.run(now)) {
        removed += count;
        await clock.sleep(PAUSE_MS, stopping.signal);
        if (stopping.signal.aborted) break;
      }
    } catch (cause) {
      log.warn({ err: cause, task: task.name }, 'maintenance failed; it will be retried later');
    }
    return removed;
  }

  async function runOnce(): Promise<Record<string, number>> {
    const now = clock.now();
    const removed: Record<string, number> = {};
    for (const task of tasks) {
      if (!stopping.signal.aborted) removed[task.name] = await run(task, now);
    }
    if (Object.values(removed).some((count) => count > 0)) log.info({ removed }, 'maintenance');
    return removed;
  }

  function runIn(delayMs: number): void {
    timer = clock.setTimer(delayMs, () => {
      running = runOnce().then(() => {
        if (!stopping.signal.aborted) runIn(everyMs);
      });
    });
  }

  return {
    name: 'maintenance',
    runOnce,
    async start() {
      runIn(FIRST_MS);
    },
    async stop() {
      stopping.abort();
      timer?.cancel();
      await running;
    },
  };
}

/** A task that calls `remove` until it removes fewer than `limit`. */
export function untilNoneIsLeft(
  name: string,
  limit: number,
  remove: (now: number, limit: number) => Promise<number>,
): MaintenanceTask {
  return {
    name,
    async *run(now) {
      for (;;) {
        const count = await remove(now, limit);
        yield count;
        if (count < limit) return;
      }
    },
  };
}
