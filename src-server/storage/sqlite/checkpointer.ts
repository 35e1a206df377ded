/**
 * Keeps the write-ahead log short.
 *
 * Promises: under any write load, the log stays within some thousand pages, because its content is moved into the file
 * each time it has grown to PAGES; once writing pauses, the rest is moved as well. No commit does that work: it happens
 * between two transactions, after the callers of the last one have their response.
 *
 * Not promised: a short log during a long read (a backup), which holds it back; it shrinks again afterwards.
 */
import type { Clock, Timer } from '../../base/clock';
import type { Service } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import type { SqliteDatabase } from './sqlite-database';

/** 4 MB: moving them takes a few milliseconds. */
const PAGES = 1000;
/** Checking the log costs a statement, so it is not done after each commit. */
const COMMITS_PER_LOOK = 16;
const REST_MS = 5000;

interface CheckpointerParts {
  readonly db: SqliteDatabase;
  readonly clock: Clock;
  readonly log: Log;
}

/** Works once `start` is called; idle while nothing is written. */
export function createCheckpointer({ db, clock, log }: CheckpointerParts): Service {
  let commits = 0;
  let isLooking = false;
  let isStopped = false;
  let rest: Timer | null = null;

  async function look(minPages: number): Promise<void> {
    isLooking = true;
    commits = 0;
    try {
      await db.checkpoint(minPages);
    } catch (cause) {
      // The log keeps growing, and the next check tries to move it again: nothing is lost.
      log.warn({ err: cause }, 'the write-ahead log could not be moved into the database');
    } finally {
      isLooking = false;
    }
  }

  function onCommit(): void {
    if (isStopped) return;
    commits += 1;
    if (commits >= COMMITS_PER_LOOK && !isLooking) void look(PAGES);
    rest ??= clock.setTimer(REST_MS, () => {
      rest = null;
      void look(1);
    });
  }

  return {
    name: 'checkpoints',
    async start() {
      db.onCommit(onCommit);
    },
    async stop() {
      isStopped = true;
      rest?.cancel();
    },
  };
}
