import { useDeferredValue, useMemo } from 'react';
import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import { filterEventTypes } from '../../shared/event-types/filter-event-types';
import { type EventTypeGroup, groupEventTypes } from '../../shared/event-types/group-event-types';

/**
 * The event types that a search finds, by group. They follow the typing as time allows, and are sorted once rather than
 * for each letter.
 */
export function useFoundGroups(
  eventTypes: readonly ListedEventType[] | undefined,
  search: string,
): readonly EventTypeGroup<ListedEventType>[] {
  const wanted = useDeferredValue(search);
  const groups = useMemo(() => groupEventTypes(eventTypes ?? []), [eventTypes]);
  return useMemo(
    () =>
      groups
        .map((group) => ({ ...group, eventTypes: filterEventTypes(group.eventTypes, wanted) }))
        .filter((group) => group.eventTypes.length > 0),
    [groups, wanted],
  );
}
