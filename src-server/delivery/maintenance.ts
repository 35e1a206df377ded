/**
 * Removes what is too old, little by little, beside the work.
 *
 * Promises: each write is small and there is a pause after it, so that no message waits noticeably for it; what fails
 * (a full disk) is left for the next time and keeps no other task from its turn; a stop waits for one write at most.
 *
 * Not promised: that it happens at a certain moment. Whatever depends on an age looks at the age.
 */
import type { Clock, Timer } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';

/** Something that is to be tidied up again and again. */
export interface MaintenanceTask {
  readonly name: string;
  /**
   * Does it, in small pieces: after each it yields how many things it has removed, and then goes on or is left.
   * @param now milliseconds since 1970
   */
  run(now: number): AsyncIterable<number>;
}

export interface MaintenanceParts {
  readonly tasks: readonly MaintenanceTask[];
  readonly clock: Clock;
  readonly log: Log;
  /** Time from the end of one round to the next, in milliseconds; an hour when absent. */
  readonly everyMs?: number;
}

export interface Maintenance extends Service {
  /** Does every task once; gives how many things were removed, by the name of the task. */
  runOnce(): Promise<Readonly<Record<string, number>>>;
}

/** Not at the start itself, which has better things to do. */
const FIRST_MS = 30_000;
const EVERY_MS = 3_600_000;
const PAUSE_MS = 20;

/** Does its tasks soon after the start, and then again and again. */
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
      log.warn({ err: cause, task: task.name }, 'housekeeping failed; it will be retried later');
    }
    return removed;
  }

  async function runOnce(): Promise<Record<string, number>> {
    const now = clock.now();
    const removed: Record<string, number> = {};
    for (const task of tasks) {
      if (!stopping.signal.aborted) removed[task.name] = await run(task, now);
    }
    if (Object.values(removed).some((count) => count > 0)) log.info({ removed }, 'housekeeping');
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
    name: 'housekeeping',
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
