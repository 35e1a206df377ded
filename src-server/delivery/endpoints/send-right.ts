import { apiError } from '../../base/errors';

/** Says of an endpoint whether it is meant, by its id. */
export type Covers = (endpointId: string) => boolean;

/** Which endpoints this process sends to, if it shares the database with others. Each endpoint has one sender at a time. */
export interface SendRight {
  /** Whether this process is the one that sends to it. */
  covers(endpointId: string): boolean;
  /** Whether a send to it may start, or write its first byte, at this very moment. Only reads clocks. */
  mayStart(endpointId: string): boolean;
  /**
   * What the attempt of a send that starts now is recorded with. When the right has gone to another process meanwhile,
   * the database keeps the attempt, counts a success, and ignores a retry or a final failure. Null: nothing to compare.
   */
  fenceOf(endpointId: string): number | null;
}

/** What this process tells those that send to the endpoints that it does not cover. */
export interface OtherSenders {
  /** This many deliveries were stored for it, and are due in their turn. Never throws or waits; a loss costs a second. */
  stored(endpointId: string, count: number): void;
  /** This many of its waiting deliveries became due. Like `stored`. */
  madeDue(endpointId: string, count: number): void;
  /** Send to it at its limit at once, whatever its receiver asked for. Like `stored`. */
  forgive(endpointId: string): void;
  /**
   * Ends waiting deliveries, none of which leaves from then on unless it is in flight already.
   * @returns how many ended
   * @throws ApiError `unavailable` when its sender cannot be reached
   */
  cancel(endpointId: string, deliveryIds: readonly number[]): Promise<number>;
}

/** One process has the database for itself: it sends to all. */
export const SENDS_TO_ALL: SendRight = { covers: () => true, mayStart: () => true, fenceOf: () => null };

/** The same, as long as `holds`. */
export function sendsToAllWhile(holds: () => boolean): SendRight {
  return { ...SENDS_TO_ALL, mayStart: holds };
}

/** Whether no other process can send to any endpoint. */
export const sendsAlone = (right: SendRight): boolean => right.covers === SENDS_TO_ALL.covers;

/** Nobody is known who sends to the others. The next process that does so finds in the database what waits for them. */
export const NO_OTHER_SENDERS: OtherSenders = {
  stored: () => undefined,
  madeDue: () => undefined,
  forgive: () => undefined,
  async cancel() {
    throw apiError('unavailable', 'No node sends to this endpoint at the moment. Try again.', 1);
  },
};
