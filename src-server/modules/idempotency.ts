import type { Clock } from '../base/clock';
import type { SureTime } from '../base/time-watch';
import { createIdempotency } from '../http/pipeline/idempotency';
import type { Idempotency } from '../http/pipeline/idempotent-request';
import type { Database } from '../storage/database';
import type { IdempotencyStore } from '../storage/installation/idempotency-store';
import { isSqliteDatabase } from '../storage/sqlite/sqlite-database';

/** The idempotency of a server that has the database for itself, or of one that shares it, where that is possible. */
export async function openIdempotency(
  db: Database,
  store: IdempotencyStore,
  clock: Clock,
  time: SureTime,
): Promise<Idempotency> {
  if (isSqliteDatabase(db)) return createIdempotency(store, time, () => db.examine());
  const { createSharedIdempotency } = await import('../cluster/node/shared-idempotency');
  const { createClaimStore } = await import('../storage/postgres/claim-store');
  return createSharedIdempotency({ claims: createClaimStore(db), clock, now: () => time.now() });
}
