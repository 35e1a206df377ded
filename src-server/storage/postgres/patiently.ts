import type { Clock } from '../../base/clock';
import { apiError } from '../../base/errors';
import { isOutcomeUnknown, outcomeUnknown } from '../outcome-unknown';
import { noReply } from './no-reply';
import { postgresReason } from './postgres-failure';

/** How long something is tried again while PostgreSQL is away: nearly as long as a caller waits for its response. */
const PATIENCE_MS = 4200;
const AGAIN_AFTER_MS = 100;

/**
 * Does something again while PostgreSQL cannot be reached or takes no writes, also when it is not known whether it was
 * written: `work` must come to the same when it is repeated.
 * @throws ApiError `unavailable` when PostgreSQL stays away, with the word whether it may have been written; any other
 *   failure at once
 */
export async function patiently<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  const untilUs = clock.monotonicUs() + PATIENCE_MS * 1000;
  const leftMs = () => (untilUs - clock.monotonicUs()) / 1000;
  let isUnknown = false;
  // The first one has a limit of its own, and no timer besides.
  for (let attempt = work(); ; attempt = within(clock, leftMs(), work())) {
    try {
      return await attempt;
    } catch (cause) {
      const reason = postgresReason(cause);
      if (reason !== 'away' && reason !== 'unwritable') throw cause;
      isUnknown ||= isOutcomeUnknown(cause);
      if (leftMs() <= AGAIN_AFTER_MS) throw stillAway(cause, isUnknown);
      await clock.sleep(AGAIN_AFTER_MS);
    }
  }
}

function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(ms, () => reject(outcomeUnknown(noReply(ms))));
    void work.then(resolve, reject).finally(() => timer.cancel());
  });
}

function stillAway(cause: unknown, isUnknown: boolean): Error {
  const rest = isUnknown
    ? 'it is not known whether it was written. Repeat it with the same idempotency key or event id, so that it is not stored twice.'
    : 'nothing was written. Try again.';
  const detail = `PostgreSQL does not respond. This was tried for five seconds, and ${rest}`;
  return Object.assign(apiError('unavailable', detail, 1), { cause });
}
