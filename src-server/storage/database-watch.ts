import type { Clock, Timer } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { Database } from './database';
import type { DatabaseTrouble } from './database-trouble';

const LOOK_EVERY_MS = 1000;

interface DatabaseWatchParts {
  readonly db: Pick<Database, 'trouble' | 'onTrouble' | 'write' | 'path'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the trouble begins, changes, or ends (null). */
  readonly onChange: (trouble: DatabaseTrouble | null) => void;
}

/**
 * Reports when the database can no longer be relied on, and when it can again: at once if a statement meets the
 * trouble, and within a second while nothing is written.
 */
export function createDatabaseWatch({ db, clock, log, onChange }: DatabaseWatchParts): Service {
  let known: DatabaseTrouble['reason'] | null = null;
  let timer: Timer | null = null;
  let isStopped = false;

  function tell(): void {
    const trouble = db.trouble();
    const reason = trouble?.reason ?? null;
    if (reason === known) return;
    known = reason;
    if (trouble) log.error({ database: db.path, reason }, trouble.detail);
    else log.warn({ database: db.path }, 'the database can be relied on again');
    onChange(trouble);
  }

  async function look(): Promise<void> {
    tell();
    // Otherwise the next request would find out, which may take long.
    if (known === 'unwritable') await tryWriting();
    if (!isStopped) timer = clock.setTimer(LOOK_EVERY_MS, () => void look());
  }

  /** Writes what is already there; the database itself records a failure. */
  async function tryWriting(): Promise<void> {
    await db
      .write(async (tx) => {
        const row = await tx.get<{ user_version: number }>('PRAGMA user_version');
        await tx.run(`PRAGMA user_version = ${row?.user_version ?? 0}`);
      })
      .catch(() => undefined);
  }

  return {
    name: 'database watch',
    async start() {
      db.onTrouble(tell);
      await look();
    },
    async stop() {
      isStopped = true;
      timer?.cancel();
    },
  };
}
