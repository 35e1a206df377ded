import { useQuery } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

const STATS_EVERY_MS = 3000;
/** How many waiting messages are checked; the server lists the newest first, not those that are due first. */
export const WAITING_SEEN = 50;

/** The newest messages that wait for an endpoint, sorted by when they are due. */
export function useWaiting(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'waiting', appId, endpointId],
    queryFn: ({ signal }) =>
      api.call(
        'GET /app/{app}/endpoint/{endpoint}/msg',
        {
          path: { app: appId, endpoint: endpointId },
          query: { status: 1, limit: WAITING_SEEN, with_content: false, expanded_statuses: true },
        },
        signal,
      ),
    select: ({ data }) => [...data].sort((a, b) => (a.nextAttempt ?? '').localeCompare(b.nextAttempt ?? '')),
    refetchInterval: STATS_EVERY_MS,
  });
}
