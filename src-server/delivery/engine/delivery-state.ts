/**
 * The states of a delivery and every way from one to another:
 *
 *   waiting --2xx-------------------------> delivered
 *   waiting --failure, attempts left------> waiting, due later
 *   waiting --failure, none is left-------> failed
 *   waiting --failure, receiver wants it so> failed (`webhook-delivery: abort-message`)
 *   waiting --content was removed---------> failed, without an attempt
 *   waiting --somebody skips it-----------> failed (by ordered heads)
 *   waiting --endpoint or application gone> canceled (by the store that deletes them)
 *   waiting --somebody cancels what waits-> canceled (by cancellation)
 *
 * `delivered`, `failed` and `canceled` are final: a resend is a new delivery of the same message. A delivery somebody
 * asked for is attempted once. While one waits for a retry, somebody can ask for an attempt now: an extra one, after
 * whose failure the schedule goes on as if it had not been. "Being sent" is not a state: only memory knows it, so a crash leaves the delivery
 * waiting, and it is sent again.
 */
import type { AttemptResult } from '../../storage/attempt-result';
import type { WaitingDelivery } from '../../storage/messages/delivery-store';
import type { ReceiverRequest, SendResult } from '../connection/sender';
import { parseRetryAfter } from './retry-after';
import type { RetryPolicy } from './retry-policy';

/** What becomes of a waiting delivery after an attempt. */
export type NextState = AttemptResult['next'];

/** A delivery that is attempted. */
interface AttemptedDelivery extends Pick<WaitingDelivery, 'attemptCount' | 'manual' | 'extra'> {
  /** When an extra attempt ends and the schedule goes on (ms since 1970). Null or absent: this is an attempt of the schedule. */
  readonly resumesAt?: number | null;
}

/**
 * When the schedule of a delivery goes on after an attempt that began at this time (ms since 1970), if that is an extra
 * one. Null: it is one of the schedule, as also one that was wanted earlier, but did not leave before its time.
 */
export function resumesAt({ extra }: Pick<WaitingDelivery, 'extra'>, sentAt: number): number | null {
  const scheduledAt = extra?.scheduledAt ?? null;
  return scheduledAt !== null && scheduledAt > sentAt ? scheduledAt : null;
}

/** Attempts of the schedule that a delivery had so far. */
export function scheduledAttempts({
  attemptCount,
  extra,
}: Pick<WaitingDelivery, 'attemptCount' | 'extra'>): number {
  return attemptCount - (extra?.made ?? 0);
}

/**
 * @param delivery as it was before this attempt
 * @param now the end of the attempt, in milliseconds since 1970
 */
export function afterAttempt(
  result: SendResult,
  delivery: AttemptedDelivery,
  policy: RetryPolicy,
  now: number,
): NextState {
  if (succeeded(result)) return { state: 'delivered' };
  if (delivery.manual || asksFor(result, 'abort-message')) return { state: 'failed' };
  // A clock set back meanwhile must not put the schedule off by more than any wait.
  if (delivery.resumesAt != null) {
    return { state: 'waiting', dueAt: Math.min(delivery.resumesAt, now + policy.longestMs()) };
  }
  const waitMs = policy.waitMs(scheduledAttempts(delivery) + 1, {
    overloaded: overloaded(result),
    retryAfterMs: result.kind === 'responded' ? parseRetryAfter(result.retryAfter, now) : null,
  });
  return waitMs === null ? { state: 'failed' } : { state: 'waiting', dueAt: now + waitMs };
}

/** Only a 2xx answer counts; a redirect is not followed and counts as a failure. */
export function succeeded(result: SendResult): boolean {
  return result.kind === 'responded' && result.status >= 200 && result.status <= 299;
}

/** True for an overloaded receiver: it did not answer in time, or says so. */
export function overloaded(result: SendResult): boolean {
  return result.kind === 'timed-out' || (result.kind === 'responded' && result.status === 429);
}

/**
 * What a result says about how many requests the host can handle at once. An address that is refused or unreachable
 * says nothing about that.
 */
export function learned(result: SendResult): 'answered' | 'timed-out' | 'unreachable' {
  if (result.kind === 'responded') return 'answered';
  return result.kind === 'timed-out' ? 'timed-out' : 'unreachable';
}

/** How long the receiver wants no requests at all, in milliseconds from `now`. Null: it asked for no pause. */
export function wantedPauseMs(result: SendResult, now: number): number | null {
  if (result.kind !== 'responded' || (result.status !== 429 && result.status !== 503)) return null;
  return parseRetryAfter(result.retryAfter, now);
}

/** Whether the receiver wants nothing more at this address, by its header or by 410 Gone. */
export function wantsDisabling(result: SendResult): boolean {
  return asksFor(result, 'disable') || (result.kind === 'responded' && result.status === 410);
}

function asksFor(result: SendResult, request: ReceiverRequest): boolean {
  return result.kind === 'responded' && result.asksFor === request;
}
