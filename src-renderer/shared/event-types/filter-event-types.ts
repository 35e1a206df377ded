import type { ListedEventType } from '../../../src-server/contract/event-type-summary';

/** Types whose name or description contains every word of the search, in any order and case. */
export function filterEventTypes(
  eventTypes: readonly ListedEventType[],
  search: string,
): readonly ListedEventType[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return eventTypes;
  return eventTypes.filter(({ name, description }) => {
    const text = `${name} ${description}`.toLowerCase();
    return terms.every((word) => text.includes(word));
  });
}
