import { useDeferredValue, useMemo } from 'react';
import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import { filterEventTypes } from '../../shared/event-types/filter-event-types';
import { type EventTypeGroup, groupEventTypes } from '../../shared/event-types/group-event-types';

/**
 * The event types that a search finds, under their groups. They follow the letters as the machine has time for it, and
 * are ordered once, not once for each letter.
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
