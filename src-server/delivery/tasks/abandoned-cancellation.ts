import type { AbandonedDeliveries } from '../../storage/abandoned-deliveries';
import type { DeliveryStore } from '../../storage/messages/delivery-store';
import type { MaintenanceTask } from './maintenance';

const ENDPOINTS_AT_ONCE = 500;
/** Deliveries per read and per write: some milliseconds each. */
const ROWS_AT_ONCE = 500;

/**
 * Cancels what waits for endpoints that were deleted, however much that is. It finds it by what is stored, also after a
 * crash, and whichever process deleted them.
 */
export function createAbandonedCancellation(
  abandoned: AbandonedDeliveries,
  deliveries: Pick<DeliveryStore, 'listWaiting' | 'cancel'>,
): MaintenanceTask {
  return {
    name: 'deliveries of deleted endpoints',
    async *run(now) {
      for (;;) {
        const endpointIds = await abandoned.listEndpoints(ENDPOINTS_AT_ONCE);
        for (const endpointId of endpointIds) {
          for (let rows = ROWS_AT_ONCE; rows === ROWS_AT_ONCE; ) {
            const waiting = await deliveries.listWaiting(endpointId, null, ROWS_AT_ONCE);
            const ids = waiting.map(({ id }) => id);
            rows = ids.length;
            if (rows > 0) yield await deliveries.cancel(ids, now);
          }
        }
        if (endpointIds.length < ENDPOINTS_AT_ONCE) return;
      }
    },
  };
}
