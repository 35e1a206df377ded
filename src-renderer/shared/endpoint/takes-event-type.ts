import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { groupOf } from '../../../src-server/contract/names';

/**
 * Whether the filter of an endpoint lets an event type through: by its name or with its whole group. Without a filter
 * the endpoint takes everything.
 */
export function takesEventType(
  { filterTypes, filterGroups }: Pick<EndpointOut, 'filterTypes' | 'filterGroups'>,
  type: Parameters<typeof groupOf>[0],
): boolean {
  if (!filterTypes && !filterGroups) return true;
  const group = groupOf(type);
  return (
    filterTypes?.includes(type.name) === true || (group !== null && filterGroups?.includes(group) === true)
  );
}
