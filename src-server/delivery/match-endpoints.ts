import { groupOf } from '../contract/names';
import type { EndpointRecord } from '../storage/endpoint-record';

/** What decides where a message goes. Feature flags are no part of it: they hide a type, they never stop a delivery. */
export interface MessageTraits {
  readonly eventType: string;
  /** The own group name of that type in the catalog. Null or absent: its group follows the name. */
  readonly groupName?: string | null;
  /** Null: on no channel. */
  readonly channels: readonly string[] | null;
}

/** The event types that an endpoint takes. */
export type TypeFilter = Pick<EndpointRecord, 'filterTypes' | 'filterGroups'>;

/** True for an endpoint without a filter, for a type it names, and for every type of a group it takes whole. */
export function takesType(
  { filterTypes, filterGroups }: TypeFilter,
  { eventType, groupName }: Pick<MessageTraits, 'eventType' | 'groupName'>,
): boolean {
  if (!filterTypes && !filterGroups) return true;
  if (filterTypes?.includes(eventType)) return true;
  const group = filterGroups && groupOf({ name: eventType, groupName });
  return group ? filterGroups.includes(group) : false;
}

/**
 * The endpoints of an application that a message goes to, in the order given. An endpoint without a filter
 * takes every type; one without channels takes every message; one with channels takes only messages on one of
 * them. A disabled or paused endpoint is matched too: its deliveries are held, not lost.
 */
export function matchEndpoints(
  message: MessageTraits,
  endpoints: Iterable<TypeFilter & Pick<EndpointRecord, 'id' | 'channels'>>,
): string[] {
  const matched: string[] = [];
  for (const endpoint of endpoints) {
    if (!takesType(endpoint, message)) continue;
    if (endpoint.channels && !endpoint.channels.some((channel) => message.channels?.includes(channel)))
      continue;
    matched.push(endpoint.id);
  }
  return matched;
}
