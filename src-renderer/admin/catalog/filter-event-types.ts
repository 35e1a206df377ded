import type { EventTypeOut } from '../../../src-server/contract/event-type';

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
