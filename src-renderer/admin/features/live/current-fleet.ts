import { ENDPOINT_STATES } from '../../../../src-server/contract/endpoint-state';
import type { DeliveryStateOut, EndpointTraffic } from '../../../../src-server/contract/traffic';

type Fleet = Pick<DeliveryStateOut, 'counts' | 'endpoints'>;

/**
 * The fleet as its rows show it: what was polled, with the newer state of the endpoints that are followed live. Otherwise
 * a summary would contradict the rows below it until the next poll.
 */
export function currentFleet(polled: Fleet, followed: Iterable<EndpointTraffic>): Fleet {
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
