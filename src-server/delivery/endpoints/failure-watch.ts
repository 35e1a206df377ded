/**
 * Tracks how long the attempts of each endpoint have been failing, and says when that is too long.
 *
 * The rule: a failure disables an endpoint when all its attempts have failed for the given time, counted from the first
 * failure since the last success; two days without an attempt restart the count, so that one failed message on Monday
 * and another on Saturday do not make five days of failure.
 *
 * Every attempt counts: retries, resends, and those to a refused address, since nothing arrives there either; but none
 * that failed at our own proxy. A new address, or enabling the endpoint again, resets the count.
 *
 * The state is written with the attempt that changes it, and rarely: at the first failure, at the first one at least 12
 * hours after the last write, and at the first success afterwards. So a restart changes nothing, and the two days are
 * 36 to 48 hours of silence.
 */

import type { FailingClock } from '../../storage/attempt-result';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { FailingEndpoint } from '../../storage/messages/delivery-store';

const HOUR_MS = 3_600_000;
const MARK_EVERY_MS = 12 * HOUR_MS;
const SILENCE_MS = 48 * HOUR_MS;

/** The parts of an attempt that matter here. */
interface WatchedAttempt {
  readonly endpointId: string;
  readonly succeeded: boolean;
  /** When it ended, in milliseconds since 1970. */
  readonly finishedAt: number;
}

export class FailureWatch {
  readonly #clocks = new Map<string, FailingClock>();

  /** Loads what an earlier process wrote. */
  load(endpoint: EndpointRecord): void {
    if (endpoint.failing) this.#clocks.set(endpoint.id, endpoint.failing);
  }

  /** Endpoints are taken over from another process, which wrote these. */
  takeOver(covers: (endpointId: string) => boolean, written: readonly FailingEndpoint[]): void {
    for (const endpointId of this.#clocks.keys()) if (covers(endpointId)) this.forget(endpointId);
    for (const { endpointId, since, markedAt } of written) {
      if (covers(endpointId)) this.#clocks.set(endpointId, { since, markedAt });
    }
  }

  /**
   * Counts an attempt.
   * @returns what to store for the endpoint now. Null: that it is not failing. Undefined: nothing to store
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

  /** Whether the last attempt of an endpoint that was counted has failed. */
  isFailing(endpointId: string): boolean {
    return this.#clocks.has(endpointId);
  }

  /** Whether an endpoint whose attempt has just failed has been failing for `limitMs`. Null: no time is too long. */
  isTooLong({ endpointId, finishedAt }: WatchedAttempt, limitMs: number | null): boolean {
    const clock = this.#clocks.get(endpointId);
    return limitMs !== null && clock !== undefined && finishedAt - clock.since >= limitMs;
  }

  /** An endpoint changed. */
  changed(before: EndpointRecord | undefined, after: EndpointRecord): void {
    if (before && (before.url !== after.url || (before.disabled && !after.disabled))) this.forget(after.id);
  }

  /** An endpoint starts over, or is gone. */
  forget(endpointId: string): void {
    this.#clocks.delete(endpointId);
  }
}
