import { useQuery } from '@tanstack/react-query';
import { useInstance } from '../../platform/instance';

const ASK_EVERY_MS = 5000;

/** How the current instance is, at a glance. Another service, and an earlier version, answer with 404. */
export function useOverview() {
  const { id, api, isCopy } = useInstance();
  return useQuery({
    queryKey: [id, 'overview'],
    queryFn: ({ signal }) => api.call('GET /overview', {}, signal),
    refetchInterval: ({ state }) => (state.error && !state.data ? false : ASK_EVERY_MS),
    enabled: !isCopy,
  });
}
