import type { Clock } from '../../base/clock';
import { apiError } from '../../base/errors';
import { postgresReason } from './postgres-failure';

/** How long something is tried again while PostgreSQL is away: about as long as it takes to start anew. */
const PATIENCE_MS = 5000;
const AGAIN_AFTER_MS = 100;

/**
 * Does something again while PostgreSQL cannot be reached or takes no writes, also when it is not known whether it was
 * written: `work` must come to the same when it is repeated.
 * @throws ApiError `unavailable` when PostgreSQL stays away; any other failure at once
 */
export async function patiently<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  let untilUs: number | null = null;
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      const reason = postgresReason(cause);
      if (reason !== 'away' && reason !== 'unwritable') throw cause;
      untilUs ??= clock.monotonicUs() + PATIENCE_MS * 1000;
      if (clock.monotonicUs() >= untilUs) throw stillAway(cause);
      await clock.sleep(AGAIN_AFTER_MS);
    }
  }
}

function stillAway(cause: unknown): Error {
  const detail =
    'PostgreSQL cannot be reached. This was tried for five seconds, and is probably not stored. Repeat it with the same idempotency key or event id, so that it is not stored twice.';
  return Object.assign(apiError('unavailable', detail, 1), { cause });
}
