import { useQuery } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

/** How many endpoints the usage of an event type lists. */
const ENDPOINTS_SHOWN = 100;

/** Who receives an event type, and how much. */
export function useUsage(name: string) {
  const { id, catalog: api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'usage', name],
    queryFn: ({ signal }) =>
      api.call('GET /event-type/{name}/usage', { path: { name }, query: { limit: ENDPOINTS_SHOWN } }, signal),
  });
}
