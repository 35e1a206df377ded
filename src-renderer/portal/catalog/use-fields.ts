import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FieldFinder, fieldFinder, isFields } from '../../shared/event-types/field-finder';
import { usePortalSession } from '../session/portal-session';
import { EVENT_TYPES_KEY } from './use-event-types';

/**
 * Where the fields of the event types of this link are, read once they are wanted. Undefined while they are not known:
 * names and descriptions can be searched anyway.
 */
export function useFields(isWanted: boolean): FieldFinder | undefined {
  const { api } = usePortalSession();
  const { data } = useQuery({
    // No event type has an empty name.
    queryKey: [...EVENT_TYPES_KEY, '', 'fields'],
    queryFn: ({ signal }) => api.call('GET /event-type/export', { query: { format: 'fields' } }, signal),
    enabled: isWanted,
  });
  return useMemo(() => (data && isFields(data) ? fieldFinder(data) : undefined), [data]);
}
