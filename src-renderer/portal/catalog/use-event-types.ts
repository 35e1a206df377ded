import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client';
import { usePortalSession } from '../session/portal-session';
import { readEventTypes } from './read-event-types';

/** Begins the key of every query about event types. */
export const EVENT_TYPES_KEY = ['event-types'];

/** Reads them; nearly every screen needs them, so this may begin before the first one is there. */
export function eventTypesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: EVENT_TYPES_KEY,
    queryFn: ({ signal }) => readEventTypes(api, signal),
  });
}

/** All event types this link may see, without their schemas. */
export function useEventTypes() {
  const { api } = usePortalSession();
  return useQuery(eventTypesQuery(api));
}
