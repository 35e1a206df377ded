import type { Clock, Timer } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { Database } from './database';
import type { DatabaseTrouble } from './database-trouble';

const LOOK_EVERY_MS = 1000;

interface DatabaseWatchParts {
  readonly db: Pick<Database, 'name' | 'trouble' | 'onTrouble' | 'tryWriting'>;
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
    if (trouble) log.error({ database: db.name, reason }, trouble.detail);
    else log.warn({ database: db.name }, 'the database can be relied on again');
    onChange(trouble);
  }

  async function look(): Promise<void> {
    tell();
    // Otherwise the next request would find out, which may take long.
    if (known === 'unwritable' || known === 'away') await db.tryWriting().catch(() => undefined);
    if (!isStopped) timer = clock.setTimer(LOOK_EVERY_MS, () => void look());
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
