import { ENDPOINT_STATES, type EndpointState } from '../contract/endpoint-state';
import type { DeliveryStateOut, EndpointTraffic } from '../contract/traffic';

const ENDPOINTS_MAX = 1000;

/** What decides whether the state of all deliveries lists an endpoint. */
export type Urgency = Pick<EndpointTraffic, 'endpointId' | 'state' | 'queue'>;

/** Of these endpoints, none of which is idle, those that the state of all deliveries lists. */
export function mostUrgent<E extends Urgency>(
  busy: E[],
): { readonly endpoints: E[]; readonly omitted: number } {
  const rank = ({ state }: E) => ENDPOINT_STATES.indexOf(state);
  busy.sort((a, b) => rank(a) - rank(b) || b.queue - a.queue);
  const endpoints = busy.slice(0, ENDPOINTS_MAX);
  return { endpoints, omitted: busy.length - endpoints.length };
}

/** A count of zero for each state. */
export function noEndpoints(): Record<EndpointState, number> {
  return {
    ...{ failing: 0, delayed: 0, recovering: 0, queued: 0 },
    ...{ active: 0, paused: 0, disabled: 0, idle: 0 },
  };
}

/** The state of all deliveries, of which each node has told its part. */
export function mergeDeliveryStates(parts: readonly DeliveryStateOut[]): DeliveryStateOut {
  const counts = noEndpoints();
  for (const part of parts) for (const state of ENDPOINT_STATES) counts[state] += part.counts[state];
  const listed = mostUrgent(parts.flatMap(({ endpoints }) => endpoints));
  const omitted = parts.reduce((sum, part) => sum + part.omitted, listed.omitted);
  const waiting = parts.reduce((sum, part) => sum + part.waiting, 0);
  return { counts, endpoints: listed.endpoints, omitted, waiting };
}
