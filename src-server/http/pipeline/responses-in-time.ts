import { type Clock, systemClock } from '../../base/clock';
import { apiError } from '../../base/errors';
import type { Database } from '../../storage/database';
import { ReplyLimit } from '../../storage/engine/reply-limit';
import { outcomeUnknown } from '../../storage/outcome-unknown';

/** With what comes before and after, a request has its response within five seconds. */
const PATIENCE_MS = 3_500;
const HAPPENED = 'The disk with the database does not respond';

/**
 * Runs the work of a request, and gives up the wait for it while the disk hangs. What was begun goes on: a repeat with the
 * same key still waits for it, or finds it.
 * @throws ApiError outcome_unknown, or unavailable if nothing was to be written or nothing was begun
 */
export type ResponsesInTime = <T>(work: () => Promise<T>, writes: boolean) => Promise<T>;

/** @param clock real time when absent, by which a disk hangs */
export function createResponsesInTime(
  db: Pick<Database, 'isHanging'>,
  clock: Clock = systemClock,
): ResponsesInTime {
  const limit = new ReplyLimit(PATIENCE_MS, { clock, isOver: () => db.isHanging() });
  const refusal = () => apiError('unavailable', `${HAPPENED}. Nothing was written; try again.`, 1);
  return async (work, writes) => {
    // It would only wait behind the others, and take memory meanwhile.
    if (writes && db.isHanging()) throw refusal();
    return limit.run(work, () => (writes ? outcomeUnknown(new Error(HAPPENED), HAPPENED) : refusal()));
  };
}
