import type { OtherNodes } from '../cluster/interface/other-nodes';
import type { DeliveryStateOut } from '../contract/traffic';
import type { Delivery } from '../delivery/delivery';
import { mergeDeliveryStates } from '../live/merge-delivery-states';
import type { Traffic } from '../live/traffic';

export interface DeliveryStateSources {
  readonly traffic: Pick<Traffic, 'deliveryState'>;
  readonly delivery: Pick<Delivery, 'endpointIds'>;
  /** Null: this server is the only one. */
  readonly otherNodes: OtherNodes | null;
}

/** The state of all endpoints, wherever they are sent to: how many are in which, and the most urgent of them. */
export async function readDeliveryState({
  traffic,
  delivery,
  otherNodes,
}: DeliveryStateSources): Promise<DeliveryStateOut> {
  const others = await otherNodes?.deliveryStates();
  const ids = delivery.endpointIds();
  if (!others) return traffic.deliveryState(ids);
  const rest = [...ids].filter((id) => !others.covers(id));
  return mergeDeliveryStates([traffic.deliveryState(rest), ...others.states]);
}
