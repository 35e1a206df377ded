/**
 * Backs the database up again and again, into a folder that only the operator chooses.
 *
 * Promises: each file is verified before it gets its name; after a start, the next one is due when it would have been
 * without it; a failure removes nothing, is said until the next success, and is tried again within a quarter of an hour;
 * only files of this installation that a schedule made are removed, the oldest first, and only after a new one is there.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type Timer, toIsoTime } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';

/** How it stands. */
export interface BackupState {
  /** When the newest file was begun, in milliseconds since 1970. Null: there is none. */
  readonly last: number | null;
  /** When the next one is due. */
  readonly next: number;
  /** Why there has been none since, in a sentence. Null: it was made, or none is due yet. */
  readonly error: string | null;
}

export interface BackupSchedule extends Service {
  state(): BackupState;
}

interface BackupScheduleParts {
  readonly dir: string;
  readonly everyMs: number;
  /** How many files stay. */
  readonly keep: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Of whose files these are: other installations may use the folder too. */
  readonly installationId: string;
  /**
   * Writes a verified backup to a new file.
   * @throws Error with a sentence
   */
  readonly backUp: (file: string) => Promise<unknown>;
}

/** The wall clock may be set, and a laptop may sleep. */
const LOOK_EVERY_MS = 60_000;
const TRY_AGAIN_MS = 15 * 60_000;
const TIME = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z/;

export function createBackupSchedule(parts: BackupScheduleParts): BackupSchedule {
  const { dir, everyMs, keep, clock, log, backUp } = parts;
  const prefix = `posthorn-scheduled-${parts.installationId}-`;
  const own = new RegExp(`^${prefix}${TIME.source}\\.db$`);
  const unfinished = new RegExp(`^${prefix}${TIME.source}\\.db\\.unfinished-\\d+$`);
  let last: number | null = null;
  let next = clock.now();
  let error: string | null = null;
  let timer: Timer | undefined;
  let working: Promise<void> = Promise.resolve();
  let isStopped = false;

  /** Oldest first: the names are in the order of their times. */
  const ownFiles = async () => (await readdir(dir)).filter((name) => own.test(name)).sort();

  async function backUpNow(): Promise<void> {
    const now = clock.now();
    try {
      await backUp(join(dir, `${prefix}${nameOf(now)}.db`));
      last = now;
      next = now + everyMs;
      error = null;
      await removeOld();
    } catch (cause) {
      error = sentenceOf(cause);
      next = Math.max(next, now + Math.min(everyMs, TRY_AGAIN_MS));
      log.error({ reason: error }, 'a scheduled backup failed');
    }
  }

  async function removeOld(): Promise<void> {
    const files = await ownFiles();
    const left = (await readdir(dir)).filter((name) => unfinished.test(name));
    for (const name of [...files.slice(0, -keep), ...left]) await rm(join(dir, name), { force: true });
  }

  function lookLater(): void {
    const inMs = Math.min(LOOK_EVERY_MS, Math.max(0, next - clock.now()));
    timer = clock.setTimer(inMs, () => {
      // A clock that was set back would let none come for long.
      const isDue = clock.now() >= next || next - clock.now() > everyMs;
      working = (isDue ? backUpNow() : Promise.resolve()).then(() => {
        if (!isStopped) lookLater();
      });
    });
  }

  return {
    name: 'backup schedule',
    state: () => ({ last, next, error }),
    async start() {
      const newest = (await ownFiles().catch(() => [])).at(-1);
      last = newest === undefined ? null : timeOf(newest);
      if (last !== null) next = Math.max(clock.now(), last + everyMs);
      lookLater();
    },
    async stop() {
      isStopped = true;
      timer?.cancel();
      await working;
    },
  };
}

/** What the file system says is none: it has no full stop. */
function sentenceOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function nameOf(now: number): string {
  return toIsoTime(now).replace(/\.\d+/, '').replaceAll(':', '-');
}

function timeOf(name: string): number {
  const [, day, hour, minute, second] = TIME.exec(name) ?? [];
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`);
}
