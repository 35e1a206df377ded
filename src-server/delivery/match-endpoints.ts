import type { EndpointRecord } from '../storage/endpoint-store';

/** What decides where a message goes. Feature flags are no part of it: they hide a type, they never stop a delivery. */
export interface MessageTraits {
  readonly eventType: string;
  /** Null: on no channel. */
  readonly channels: readonly string[] | null;
}

/**
 * The endpoints of an application that a message goes to, in the order given. An endpoint without a filter
 * takes every type; one without channels takes every message; one with channels takes only messages on one of
 * them. A disabled or paused endpoint is matched too: its deliveries are held, not lost.
 */
export function matchEndpoints(
  message: MessageTraits,
  endpoints: Iterable<Pick<EndpointRecord, 'id' | 'filterTypes' | 'channels'>>,
): string[] {
  const matched: string[] = [];
  for (const endpoint of endpoints) {
    if (endpoint.filterTypes && !endpoint.filterTypes.includes(message.eventType)) continue;
    if (endpoint.channels && !endpoint.channels.some((channel) => message.channels?.includes(channel)))
      continue;
    matched.push(endpoint.id);
  }
  return matched;
}
