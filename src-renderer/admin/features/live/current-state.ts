import { ENDPOINT_STATES } from '../../../../src-server/contract/endpoint-state';
import type { DeliveryStateOut, EndpointTraffic } from '../../../../src-server/contract/traffic';

type DeliveryState = Pick<DeliveryStateOut, 'counts' | 'endpoints'>;

/**
 * All endpoints as their rows show them: what was polled, with the newer state of those that are followed live.
 * Otherwise a summary would contradict the rows below it until the next poll.
 */
export function currentState(polled: DeliveryState, followed: Iterable<EndpointTraffic>): DeliveryState {
  const counts = { ...polled.counts };
  const byId = new Map(polled.endpoints.map((endpoint) => [endpoint.endpointId, endpoint]));
  for (const endpoint of followed) {
    counts[byId.get(endpoint.endpointId)?.state ?? 'idle'] -= 1;
    counts[endpoint.state] += 1;
    byId.set(endpoint.endpointId, endpoint);
  }
  const rank = ({ state }: EndpointTraffic) => ENDPOINT_STATES.indexOf(state);
  return { counts, endpoints: [...byId.values()].sort((a, b) => rank(a) - rank(b) || b.queue - a.queue) };
}
