import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupOf } from '../../contract/names';
import type { JudgedMessage } from '../../message-filter/judge-messages';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { AskFilters } from './ask-filters';

/** Endpoints, and names in their filters, checked in one turn of the event loop: some milliseconds. */
const LOOKS_PER_TURN = 100_000;

/**
 * The traits that decide where a message goes. Feature flags are not among them: they hide a type, but never stop a
 * delivery.
 */
export interface MessageTraits {
  readonly eventType: string;
  /** The custom group name of that type in the catalog. Null or absent: its group follows the name. */
  readonly groupName?: string | null;
  /** Null: on no channel. */
  readonly channels: readonly string[] | null;
}

/** The event types that an endpoint takes. */
export type TypeFilter = Pick<EndpointRecord, 'filterTypes' | 'filterGroups'>;

/**
 * True for an endpoint without a filter, for a type it names, and for every type of a group that it takes as a whole.
 */
export function takesType(
  { filterTypes, filterGroups }: TypeFilter,
  { eventType, groupName }: Pick<MessageTraits, 'eventType' | 'groupName'>,
): boolean {
  if (!filterTypes && !filterGroups) return true;
  if (filterTypes?.includes(eventType)) return true;
  const group = filterGroups && groupOf({ name: eventType, groupName });
  return group ? filterGroups.includes(group) : false;
}

/** What decides whether an endpoint gets a message. */
type MessageFilter = TypeFilter & Pick<EndpointRecord, 'channels'>;

/**
 * True for an endpoint that a message goes to by its type and its channels. One without a filter takes every type; one
 * without channels takes every message; one with channels takes only messages on one of them. A disabled or paused
 * endpoint matches too: its deliveries are held, not lost.
 */
export function takesMessage(endpoint: MessageFilter, message: MessageTraits): boolean {
  if (!takesType(endpoint, message)) return false;
  return !endpoint.channels || endpoint.channels.some((channel) => message.channels?.includes(channel));
}

/** An endpoint with all that decides whether it gets a message. */
type Matchable = MessageFilter & Pick<EndpointRecord, 'id' | 'filter'>;

/**
 * The endpoints of an application that a message goes to, in the given order. If there are many to check, it yields to
 * other work.
 * @param content asked for only where an endpoint has a filter on it. Null or absent: filters on the content are left out
 */
export async function matchEndpoints(
  message: MessageTraits,
  endpoints: Iterable<Matchable>,
  content: { readonly ask: AskFilters; readonly of: () => JudgedMessage } | null = null,
): Promise<string[]> {
  const matched: Matchable[] = [];
  let looks = 0;
  for (const endpoint of endpoints) {
    looks += 1 + (endpoint.filterTypes?.length ?? 0);
    if (looks > LOOKS_PER_TURN) {
      looks = 0;
      await nextTurn();
    }
    if (takesMessage(endpoint, message)) matched.push(endpoint);
  }
  const filters = matched.map(({ filter }) => filter).filter((filter) => filter !== null);
  if (content === null || filters.length === 0) return matched.map(({ id }) => id);
  const [verdicts = []] = await content.ask({ filters, messages: [content.of()], reasons: 'none' });
  const verdict = verdicts.values();
  return matched.filter(({ filter }) => filter === null || verdict.next().value === null).map(({ id }) => id);
}
