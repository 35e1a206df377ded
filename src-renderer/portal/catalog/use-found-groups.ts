import { useDeferredValue, useMemo } from 'react';
import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import { filterEventTypes } from '../../shared/event-types/filter-event-types';
import { type EventTypeGroup, groupEventTypes } from '../../shared/event-types/group-event-types';
import { useFields } from './use-fields';

/**
 * The event types that a search finds, by group. They follow the typing as time allows, and are sorted once rather than
 * for each letter.
 */
export function useFoundGroups(
  eventTypes: readonly ListedEventType[] | undefined,
  search: string,
): readonly EventTypeGroup<ListedEventType>[] {
  const wanted = useDeferredValue(search);
  const fields = useFields(search !== '');
  const groups = useMemo(() => groupEventTypes(eventTypes ?? []), [eventTypes]);
  return useMemo(
    () =>
      groups
        .map((group) => ({ ...group, eventTypes: filterEventTypes(group.eventTypes, wanted, fields) }))
        .filter((group) => group.eventTypes.length > 0),
    [groups, wanted, fields],
  );
}
