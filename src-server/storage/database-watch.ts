import type { Clock, Timer } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { Database } from './database';
import type { DatabaseTrouble } from './database-trouble';

const LOOK_EVERY_MS = 1000;

export interface DatabaseWatchParts {
  readonly db: Pick<Database, 'trouble' | 'onTrouble' | 'write' | 'path'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the trouble begins, becomes another, or ends (null). */
  readonly onChange: (trouble: DatabaseTrouble | null) => void;
}

/**
 * Tells when the database can no longer be relied on, and when it can again: at once where a statement meets it, and
 * within a second while nothing is written.
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
    // Else it would be the next request that finds out, which may be long in coming.
    if (known === 'unwritable') await tryWriting();
    if (!isStopped) timer = clock.setTimer(LOOK_EVERY_MS, () => void look());
  }

  /** Writes what is there already; a failure is noted by the database itself. */
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
