/**
 * What the responses of an endpoint say about when, and how fast, it can take more.
 *
 * Promises
 * - After a 429 or 503 with Retry-After, no send starts before the time it names, at most LONGEST_HOLD_US away.
 * - When it is overloaded (a timeout, a 429) again and again, the pace halves; while answers come it climbs back to the
 *   limit, which stays the ceiling. What was sent before the pace halved cannot halve it again. Where there is no
 *   limit there is no pace to halve; then the number of connections does it (`EndpointQueue.learn`).
 * Not promised: that any of this survives a restart. The first response after it says the same again.
 *
 * All times are microseconds on the monotonic clock.
 */

import type { SendResult } from '../connection/sender';
import { overloaded, wantedPauseMs } from './delivery-state';

export class BackOff {
  #heldUntilUs = Number.NEGATIVE_INFINITY;
  #slowness = 1;
  #slowedAtUs: number;
  #overloadedAtUs = Number.NEGATIVE_INFINITY;
  #easedAtUs = Number.NEGATIVE_INFINITY;

  /** @param sinceUs what was sent before this time says nothing about the pace; absent: everything counts */
  constructor(sinceUs = Number.NEGATIVE_INFINITY) {
    this.#slowedAtUs = sinceUs;
  }

  /** No send may start before this time. Minus infinity: never held. */
  get heldUntilUs(): number {
    return this.#heldUntilUs;
  }

  /** The factor by which the usual distance between two sends is stretched; 1 when nothing is wrong. */
  get slowness(): number {
    return this.#slowness;
  }

  /**
   * Records how a send that began at `startedUs` ended.
   * @param now the wall clock, in milliseconds since 1970, for a Retry-After that is a date
   */
  observe(result: SendResult, startedUs: number, nowUs: number, now: number): void {
    if (overloaded(result)) this.overloaded(startedUs, nowUs);
    else if (result.kind === 'responded') this.responded(nowUs);
    const pauseMs = wantedPauseMs(result, now);
    if (pauseMs !== null) this.hold(nowUs, pauseMs);
  }

  /** The receiver asked to be left alone for this long. An earlier request for a longer pause stays. */
  hold(nowUs: number, waitMs: number): void {
    this.#heldUntilUs = Math.max(this.#heldUntilUs, nowUs + Math.min(waitMs * 1000, LONGEST_HOLD_US));
  }

  /** A send that began at `startedUs` found the receiver overloaded. */
  overloaded(startedUs: number, nowUs: number): void {
    if (startedUs <= this.#slowedAtUs) return;
    const again = nowUs - this.#overloadedAtUs <= AGAIN_WITHIN_US;
    this.#overloadedAtUs = nowUs;
    this.#easedAtUs = nowUs;
    if (!again) return;
    this.#slowedAtUs = nowUs;
    this.#slowness = Math.min(2 * this.#slowness, MOST_SLOWNESS);
  }

  /** A send was answered, whatever the response. */
  responded(nowUs: number): void {
    if (this.#slowness === 1 || nowUs - this.#easedAtUs < EASE_EVERY_US) return;
    this.#easedAtUs = nowUs;
    this.#slowness = Math.max(1, this.#slowness * EASE_BY);
  }
}

/** A receiver that asks for more is most likely mistaken, and would get no attempt once it is back. */
export const LONGEST_HOLD_US = 3_600_000_000;
/** Two overloads closer together than this are no accident. */
const AGAIN_WITHIN_US = 60_000_000;
export const MOST_SLOWNESS = 16;
/** The least time between two steps back to the limit, each up by a quarter: from half of it in three seconds. */
const EASE_EVERY_US = 1_000_000;
const EASE_BY = 0.8;
