import type { QueueView } from './traffic-state';

/**
 * How an attempt ended, for counting: a 2xx answer, another response, none in time, none at all, or a refused address.
 */
export const ATTEMPT_OUTCOMES = ['success', 'refused', 'timeout', 'unreachable', 'blocked'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** An attempt that ended. */
export interface EndedTraffic {
  readonly outcome: AttemptOutcome;
  readonly durationMs: number;
  /** When its delivery is attempted again, in ms since 1970. Null: it no longer waits. */
  readonly retryAt: number | null;
}

/** What the delivery engine reports about its work. Every call is cheap, and none throws or waits. */
export interface TrafficSink {
  /**
   * Called before anything else, with what was waiting at the start; and again with that of endpoints taken over from
   * another process.
   * @param later those of them that are not due yet, by the second in which they are
   * @param look returns the current state of an endpoint; undefined: there is no such endpoint
   * @param retries how many of those that wait failed before
   * @param last when each endpoint was last sent something, in ms since 1970
   */
  begin(
    queues: readonly { readonly endpointId: string; readonly waiting: number }[],
    later: readonly {
      readonly endpointId: string;
      readonly dueS: number;
      readonly count: number;
    }[],
    look: (endpointId: string) => QueueView | undefined,
    retries?: readonly { readonly endpointId: string; readonly count: number }[],
    last?: readonly { readonly endpointId: string; readonly at: number }[],
  ): void;
  /** A message is on disk. */
  accepted(): void;
  /** A delivery of it, or a resend, waits for this endpoint; `dueAt` in ms since 1970. */
  arrived(endpointId: string, dueAt: number): void;
  /** This many deliveries that waited for a later time are due now. */
  madeDue(endpointId: string, count: number): void;
  /**
   * An attempt began, this long after it was due: the first byte of a request was written, or it failed before. `isFirst`
   * says that it was written and is the first one of its delivery, not a retry and not sent by hand.
   */
  sent(endpointId: string, delayMs: number, isFirst: boolean): void;
  /** An attempt is on disk. */
  ended(endpointId: string, attempt: EndedTraffic): void;
  /** A delivery ended without an attempt. */
  dropped(endpointId: string): void;
  /** Exactly this many deliveries wait for an endpoint. */
  waits(endpointId: string, count: number): void;
  /** Another process sends to the endpoint from now on. */
  left(endpointId: string): void;
  /** The endpoint is gone, with everything that waited for it. */
  forget(endpointId: string): void;
}
