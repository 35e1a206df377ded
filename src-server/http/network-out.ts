import { toIsoTime } from '../base/clock';
import type { HealthOut } from '../contract/health';
import type { Delivery } from '../delivery/delivery';
import type { Traffic } from '../live/traffic';

/** What delivery and traffic know about the network of this computer. */
export interface NetworkSources {
  readonly delivery: Pick<Delivery, 'network'>;
  readonly traffic: Pick<Traffic, 'waiting'>;
}

/** Whether deliveries get out of this computer, and how many wait for that. */
export function networkOut({ delivery, traffic }: NetworkSources): HealthOut['network'] {
  const { state, since, endpointIds } = delivery.network();
  const waiting = endpointIds.reduce((sum, endpointId) => sum + traffic.waiting(endpointId), 0);
  return { state, since: toIsoTime(since), waiting };
}
