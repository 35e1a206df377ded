import { lowestId } from '../base/id';
import type { DeliveryStore, WaitingPlace } from '../storage/messages/delivery-store';
import type { Engine } from './engine/engine';

/** Cancels deliveries that wait for an endpoint. */
export interface Cancellation {
  /** How many deliveries `cancel` would end. */
  count(endpointId: string, acceptedBefore: number): Promise<number>;
  /**
   * Cancels the deliveries waiting for the endpoint whose messages were accepted before this time (ms since 1970, to 4
   * ms). Deliveries in flight are left alone: their outcome is recorded, and they may be retried. Returns the count.
   */
  cancel(endpointId: string, acceptedBefore: number): Promise<number>;
  /** The same for these deliveries of the endpoint; those that do not wait any more stay as they are. */
  end(endpointId: string, deliveryIds: readonly number[]): Promise<number>;
}

/** Deliveries per read, and at most per write: some milliseconds each. */
const ROWS_AT_ONCE = 500;

export function createCancellation(parts: {
  readonly deliveries: DeliveryStore;
  readonly engine: Engine;
  /** Never goes backwards; due times are measured by it. */
  readonly now: () => number;
}): Cancellation {
  const { deliveries, engine, now } = parts;

  /** The ids of the deliveries to cancel, in lists of bounded length. */
  async function* list(endpointId: string, acceptedBefore: number): AsyncGenerator<readonly number[]> {
    const bound = lowestId('msg_', acceptedBefore);
    for (let after: WaitingPlace | null = null; ; ) {
      const page: readonly WaitingPlace[] = await deliveries.listWaiting(endpointId, after, ROWS_AT_ONCE);
      yield page.filter(({ messageId }) => messageId < bound).map(({ id }) => id);
      after = page.at(-1) ?? after;
      if (page.length < ROWS_AT_ONCE) return;
    }
  }

  const end = (endpointId: string, ids: readonly number[]) =>
    engine.cancel(endpointId, ids, (idle) => deliveries.cancel(idle, now()));

  return {
    async count(endpointId, acceptedBefore) {
      let count = 0;
      for await (const ids of list(endpointId, acceptedBefore)) count += engine.idle(endpointId, ids).length;
      return count;
    },
    async cancel(endpointId, acceptedBefore) {
      let count = 0;
      for await (const ids of list(endpointId, acceptedBefore)) {
        if (ids.length > 0) count += await end(endpointId, ids);
      }
      return count;
    },
    end,
  };
}
