import type { NewMessage } from './new-message';

/** The end of one attempt and what becomes of its delivery. */
export interface AttemptResult {
  readonly attemptId: string;
  readonly deliveryId: number;
  readonly messageId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly succeeded: boolean;
  /** HTTP status; 0 when there was no response. */
  readonly responseStatusCode: number;
  readonly response: string;
  /** Why its address was refused, for the admin only. Null: it was not. */
  readonly exactReason: string | null;
  readonly responseDurationMs: number;
  /** See AttemptHeaders. Null or absent: there were none. */
  readonly sentHeaders?: string | null;
  readonly receivedHeaders?: string | null;
  /** True when somebody requested it. */
  readonly manual: boolean;
  /** True for one outside of the schedule of its delivery, which it leaves as it was. Absent: it is one of the schedule. */
  readonly extra?: boolean;
  /** When it was sent, in milliseconds since 1970. */
  readonly createdAt: number;
  /** Delivered, permanently failed, or waiting again until `dueAt`. */
  readonly next:
    | { readonly state: 'delivered' | 'failed' }
    | { readonly state: 'waiting'; readonly dueAt: number };
  readonly finishedAt: number;
  /**
   * The right under which it was sent, see `SendRight.fenceOf`. If that has gone to another process, the attempt is stored
   * and a success counts, but no retry, no failure, and none of what follows. Null or absent: always valid.
   */
  readonly fence?: number | null;
  /** The new state of the endpoint's failing; null: it is not failing. Absent: nothing new. */
  readonly failing?: FailingClock | null;
  /** A message that reports this attempt, to store with it. Null or absent: there is none. */
  readonly notice?: NewMessage | null;
}

/** In milliseconds since 1970. */
export interface FailingClock {
  /** The first of the current run of failures. */
  readonly since: number;
  /** The last of them that was recorded; not every one is. */
  readonly markedAt: number;
}
