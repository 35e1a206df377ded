import type { EventTypeStore } from '../storage/event-type-store';
import type { TypeFilter } from './match-endpoints';

/** Looks up event types that have a group name of their own; all others follow their names. */
export type FindGroupNames = EventTypeStore['findGroupNames'];

/**
 * Own group names of event types, asked of the catalog only where an endpoint takes whole groups: everybody else is
 * matched without a read. Asked anew each time, so that a type counts to its group from the moment it is saved.
 */
export async function groupNamesFor(
  find: FindGroupNames,
  names: readonly string[],
  endpoints: Iterable<TypeFilter>,
): Promise<ReadonlyMap<string, string>> {
  for (const { filterGroups } of endpoints) if (filterGroups) return find(names);
  return NONE;
}

/** For an engine without a catalog: every group follows the names. */
export const noGroupNames: FindGroupNames = () => Promise.resolve(NONE);

const NONE: ReadonlyMap<string, string> = new Map();
