import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { groupOf } from '../../../src-server/contract/names';

/** A group of event types that share a group name or the part before the first period. */
export interface EventTypeGroup {
  /** The group's name; null for those that belong to none. */
  readonly group: string | null;
  readonly types: readonly EventTypeOut[];
}

/** Which event types a list shows. */
export type CatalogFilter = 'current' | 'flagged' | 'undescribed' | 'archived';

/** Narrows a list by words and by filter. Every word must be in the name or in the description. */
export function filterEventTypes(
  types: readonly EventTypeOut[],
  search: string,
  filter: CatalogFilter,
): EventTypeOut[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return types.filter((type) => {
    if (type.archived !== (filter === 'archived')) return false;
    if (filter === 'flagged' && !type.featureFlags?.length) return false;
    if (filter === 'undescribed' && type.description.trim() !== '') return false;
    const text = `${type.name}\n${type.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Groups by name, groups in the order of the alphabet, those without a group last. */
export function groupEventTypes(types: readonly EventTypeOut[]): EventTypeGroup[] {
  const groups = new Map<string | null, EventTypeOut[]>();
  for (const type of types) {
    const group = groupOf(type);
    const members = groups.get(group);
    if (members) members.push(type);
    else groups.set(group, [type]);
  }
  return [...groups]
    .map(([group, members]) => ({ group, types: members }))
    .sort((a, b) => {
      if (a.group === null || b.group === null) return a.group === null ? 1 : -1;
      return a.group.localeCompare(b.group);
    });
}
