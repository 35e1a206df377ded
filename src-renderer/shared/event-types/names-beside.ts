import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { groupOf } from '../../../src-server/contract/names';

/** The names of a filter that none of its whole groups covers, as far as a name shows its group. */
export function namesBeside({
  filterTypes,
  filterGroups,
}: Pick<EndpointOut, 'filterTypes' | 'filterGroups'>): string[] {
  const groups = new Set<string | null>(filterGroups ?? []);
  return (filterTypes ?? []).filter((name) => !groups.has(groupOf({ name })));
}
