import { type DeliveryStateOut, type EndpointTraffic, TRAFFIC_STATES } from '../contract/traffic';

const FLEET_MAX = 1000;

/** Of these endpoints, none of which is idle, those that the state of the fleet lists. */
export function mostUrgent(busy: EndpointTraffic[]): Pick<DeliveryStateOut, 'endpoints' | 'omitted'> {
  const rank = (view: EndpointTraffic) => TRAFFIC_STATES.indexOf(view.state);
  busy.sort((a, b) => rank(a) - rank(b) || b.queue - a.queue);
  const endpoints = busy.slice(0, FLEET_MAX);
  return { endpoints, omitted: busy.length - endpoints.length };
}

/** The state of a fleet of which each node has told its part. */
export function mergeFleets(parts: readonly DeliveryStateOut[]): DeliveryStateOut {
  const counts = { failing: 0, congested: 0, smoothing: 0, flowing: 0, held: 0, idle: 0 };
  for (const part of parts) for (const state of TRAFFIC_STATES) counts[state] += part.counts[state];
  const listed = mostUrgent(parts.flatMap(({ endpoints }) => endpoints));
  const omitted = parts.reduce((sum, part) => sum + part.omitted, listed.omitted);
  return { counts, endpoints: listed.endpoints, omitted };
}
