import type { EndpointOut } from '../../../../src-server/contract/endpoint';
import { namesBeside } from '../../../shared/event-types/names-beside';

/** What an endpoint receives: "all events", "only invoice.paid", "all of invoice, and 2 event types". */
export function eventsLabel(filter: Pick<EndpointOut, 'filterTypes' | 'filterGroups'>): string {
  if (!filter.filterTypes && !filter.filterGroups) return 'all events';
  const groups = filter.filterGroups ?? [];
  const names = namesBeside(filter);
  const [only] = names;
  const beside = names.length === 1 && only ? only : `${names.length} event types`;
  if (groups.length === 0) return names.length === 1 ? `only ${beside}` : beside;
  const all = `all of ${groups.length > 2 ? `${groups.length} groups` : groups.join(' and ')}`;
  return names.length === 0 ? all : `${all}, and ${beside}`;
}
