import { lowestId } from '../base/id';
import type { DeliveryStore, WaitingPlace } from '../storage/delivery-store';
import type { Engine } from './engine';

/** Ends what waits for an endpoint without sending it. */
export interface Cancellation {
  /** How many deliveries `cancel` would end. */
  count(endpointId: string, acceptedBefore: number): Promise<number>;
  /**
   * Cancels what waits for the endpoint and belongs to messages accepted before then (ms since 1970, to 4 ms). What is
   * on its way meanwhile is not touched: its end is recorded, and it may be tried again. Gives how many.
   */
  cancel(endpointId: string, acceptedBefore: number): Promise<number>;
}

/** Deliveries of one read, and at most of one write: some milliseconds each. */
const ROWS_AT_ONCE = 500;

export function createCancellation(parts: {
  readonly deliveries: DeliveryStore;
  readonly engine: Engine;
  /** Never falls; what due times are measured by. */
  readonly now: () => number;
}): Cancellation {
  const { deliveries, engine, now } = parts;

  /** The ids of what would be canceled, in lists of bounded length. */
  async function* list(endpointId: string, acceptedBefore: number): AsyncGenerator<readonly number[]> {
    const bound = lowestId('msg_', acceptedBefore);
    for (let after: WaitingPlace | null = null; ; ) {
      const page: readonly WaitingPlace[] = await deliveries.listWaiting(endpointId, after, ROWS_AT_ONCE);
      yield page.filter(({ messageId }) => messageId < bound).map(({ id }) => id);
      after = page.at(-1) ?? after;
      if (page.length < ROWS_AT_ONCE) return;
    }
  }

  return {
    async count(endpointId, acceptedBefore) {
      let count = 0;
      for await (const ids of list(endpointId, acceptedBefore)) count += engine.idle(endpointId, ids).length;
      return count;
    },
    async cancel(endpointId, acceptedBefore) {
      let count = 0;
      for await (const ids of list(endpointId, acceptedBefore)) {
        if (ids.length === 0) continue;
        count += await engine.cancel(endpointId, ids, (idle) => deliveries.cancel(idle, now()));
      }
      return count;
    },
  };
}
