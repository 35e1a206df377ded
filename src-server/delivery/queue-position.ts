import type { EndpointQueue } from './endpoint-queue';

/** What only memory knows about a delivery that waits, and about its endpoint. */
export interface QueuePosition {
  /** True: it was sent, and its end is not on disk yet. */
  readonly onItsWay: boolean;
  /** Deliveries of the endpoint for which that is so. */
  readonly unsettled: number;
  readonly inFlight: number;
  /** True: no more may be on their way to the endpoint at once. */
  readonly full: boolean;
  /** True: the whole server has too much on its way for another send to this endpoint. */
  readonly turnedAway: boolean;
}

/** For an endpoint that nothing was sent to since the start. */
export const UNKNOWN_POSITION: QueuePosition = {
  onItsWay: false,
  unsettled: 0,
  inFlight: 0,
  full: false,
  turnedAway: false,
};

/**
 * Where a delivery stands in its queue.
 * @param isLimited whether a rate limit holds for the endpoint
 * @param turnedAway whether the queue waits for room in the whole server
 */
export function queuePositionOf(
  queue: EndpointQueue,
  deliveryId: number,
  isLimited: boolean,
  turnedAway: boolean,
): QueuePosition {
  return {
    onItsWay: queue.isUnsettled(deliveryId),
    unsettled: queue.unsettledCount,
    inFlight: queue.inFlight,
    full: queue.isFull(isLimited),
    turnedAway,
  };
}
