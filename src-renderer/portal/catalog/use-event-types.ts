import { useQuery } from '@tanstack/react-query';
import { listAll } from '../../api/list-all';
import { usePortalSession } from '../session/portal-session';

/** All event types this link may see, without their schemas: a schema is loaded when its type is opened. */
export function useEventTypes() {
  const { api } = usePortalSession();
  return useQuery({
    queryKey: ['event-types'],
    queryFn: ({ signal }) => listAll(api, 'GET /event-type', { query: { with_content: false } }, signal),
  });
}
