import { useQuery } from '@tanstack/react-query';
import { listAll } from '../../api/list-all';
import { usePortalSession } from '../session/portal-session';

/** Begins the key of every query about event types. */
export const EVENT_TYPES_KEY = ['event-types'];

/** All event types this link may see, without their schemas: a schema is loaded when its type is opened. */
export function useEventTypes() {
  const { api } = usePortalSession();
  return useQuery({
    queryKey: EVENT_TYPES_KEY,
    queryFn: ({ signal }) => listAll(api, 'GET /event-type', { query: { with_content: false } }, signal),
  });
}
