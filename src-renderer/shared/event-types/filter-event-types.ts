import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import type { FieldFinder } from './field-finder';

/**
 * Types whose name, description or group, or one of whose fields, contains every word of the search, in any order and
 * case.
 * @param fields absent: fields are not searched
 */
export function filterEventTypes(
  eventTypes: readonly ListedEventType[],
  search: string,
  fields?: FieldFinder,
): readonly ListedEventType[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return eventTypes;
  const byField = terms.map((word) => fields?.with(word));
  return eventTypes.filter(({ name, description, groupName }) => {
    const text = `${name} ${description} ${groupName ?? ''}`.toLowerCase();
    return terms.every((word, at) => text.includes(word) || byField[at]?.has(name));
  });
}
