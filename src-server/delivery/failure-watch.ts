/**
 * Knows how long the attempts of each endpoint have been failing, and says when that was too long.
 *
 * The rule: an endpoint is disabled at a failure when all its attempts have failed for the given time, counted from
 * the first failure since the last success; two days without an attempt start the count anew, so that a message
 * that failed on Monday and another one on Saturday are not five days of failure.
 *
 * Every attempt counts: retries, resends, and those to an address that is not sent to, since nothing arrives there
 * either. A new address or being enabled again starts from nothing.
 *
 * What is remembered is written with the attempt that it follows from, and rarely: at the first failure, at the
 * first one 12 hours or more after the last that was written, and at the first success afterwards. So a restart
 * changes nothing, and the two days are 36 to 48 hours of silence.
 */
import type { EndpointRecord, FailingClock } from '../storage/endpoint-record';

const HOUR_MS = 3_600_000;
const MARK_EVERY_MS = 12 * HOUR_MS;
const SILENCE_MS = 48 * HOUR_MS;

/** An attempt as far as it matters here. */
export interface WatchedAttempt {
  readonly endpointId: string;
  readonly succeeded: boolean;
  /** When it ended, in milliseconds since 1970. */
  readonly finishedAt: number;
}

export class FailureWatch {
  readonly #clocks = new Map<string, FailingClock>();

  /** Takes up what an earlier process wrote down. */
  load(endpoint: EndpointRecord): void {
    if (endpoint.failing) this.#clocks.set(endpoint.id, endpoint.failing);
  }

  /**
   * Counts an attempt.
   * @returns what has to be written down about the endpoint now, null: that it does not fail. Undefined: nothing
   */
  count({ endpointId, succeeded, finishedAt }: WatchedAttempt): FailingClock | null | undefined {
    const clock = this.#clocks.get(endpointId);
    if (succeeded) return clock && this.#clocks.delete(endpointId) ? null : undefined;
    const silentMs = clock ? finishedAt - clock.markedAt : Number.POSITIVE_INFINITY;
    if (silentMs < MARK_EVERY_MS) return undefined;
    const since = clock && silentMs <= SILENCE_MS ? clock.since : finishedAt;
    const next: FailingClock = { since, markedAt: finishedAt };
    this.#clocks.set(endpointId, next);
    return next;
  }

  /** Whether an endpoint whose attempt has just failed has done so for `limitMs`. Null: no time is too long. */
  isTooLong({ endpointId, finishedAt }: WatchedAttempt, limitMs: number | null): boolean {
    const clock = this.#clocks.get(endpointId);
    return limitMs !== null && clock !== undefined && finishedAt - clock.since >= limitMs;
  }

  /** An endpoint changed. */
  changed(before: EndpointRecord | undefined, after: EndpointRecord): void {
    if (before && (before.url !== after.url || (before.disabled && !after.disabled))) this.forget(after.id);
  }

  /** An endpoint begins anew, or is gone. */
  forget(endpointId: string): void {
    this.#clocks.delete(endpointId);
  }
}
