import type { EndpointQueue } from './endpoint-queue';

/** What only memory knows about a waiting delivery, and about its endpoint. */
export interface QueuePosition {
  /** True: it was sent, but its outcome is not on disk yet. */
  readonly onItsWay: boolean;
  /** Deliveries of the endpoint in that state. */
  readonly unsettled: number;
  readonly inFlight: number;
  /** True: no more sends to the endpoint may be in flight at once. */
  readonly full: boolean;
  /** True: the whole server has too much in flight for another send to this endpoint. */
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
 * The position of a delivery in its queue.
 * @param isLimited whether the endpoint has a rate limit
 * @param turnedAway whether the queue waits for capacity of the server
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
    full: queue.isFull(isLimited) || (queue.isOrdered && queue.inFlight > 0),
    turnedAway,
  };
}
