import type { EventTypeStore } from '../../storage/catalog/event-type-store';
import type { TypeFilter } from './match-endpoints';

/** Looks up event types with a custom group name; all others follow their names. */
export type FindGroupNames = EventTypeStore['findGroupNames'];

/**
 * Custom group names of event types, read from the catalog only if an endpoint takes whole groups: all others are
 * matched without a read. Read each time, so that a type belongs to its group from the moment it is saved.
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
