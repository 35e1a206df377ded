/**
 * The states of a delivery and every way from one to another:
 *
 *   waiting --2xx-------------------------> delivered
 *   waiting --failure, a try is left------> waiting, due later
 *   waiting --failure, none is left-------> failed
 *   waiting --content was removed---------> failed, without an attempt
 *   waiting --endpoint or application gone> canceled (by the store that deletes them)
 *
 * `delivered`, `failed` and `canceled` are final: a resend is a new delivery of the same message. A delivery
 * somebody asked for is tried once. "Being sent" is no state: only memory knows it, so that a crash finds the
 * delivery waiting and sends it again.
 */
import type { AttemptResult } from '../storage/delivery-store';
import type { RetryPolicy } from './retry-policy';
import { parseRetryAfter } from './retry-policy';
import type { SendResult } from './sender';

/** What becomes of a waiting delivery after an attempt. */
export type NextState = AttemptResult['next'];

/**
 * @param delivery attempts made before this one, and whether somebody asked for it
 * @param now the end of the attempt, in milliseconds since 1970
 */
export function afterAttempt(
  result: SendResult,
  delivery: { readonly attemptCount: number; readonly manual: boolean },
  policy: RetryPolicy,
  now: number,
): NextState {
  if (succeeded(result)) return { state: 'delivered' };
  if (delivery.manual) return { state: 'failed' };
  const waitMs = policy.waitMs(delivery.attemptCount + 1, {
    overloaded: result.kind === 'timed-out' || (result.kind === 'responded' && result.status === 429),
    retryAfterMs: result.kind === 'responded' ? parseRetryAfter(result.retryAfter, now) : null,
  });
  return waitMs === null ? { state: 'failed' } : { state: 'waiting', dueAt: now + waitMs };
}

/** Only a 2xx answer counts; a redirect is not followed and counts as a failure. */
export function succeeded(result: SendResult): boolean {
  return result.kind === 'responded' && result.status >= 200 && result.status <= 299;
}
