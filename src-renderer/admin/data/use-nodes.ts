import { useQuery } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

/** A node beats once a second; more often, nothing new is known. */
const EVERY_MS = 1500;

/** The nodes of the current instance, as the one that answers sees them. */
export function useNodes() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'nodes'],
    queryFn: ({ signal }) => api.call('GET /nodes', {}, signal).then(({ data }) => data),
    refetchInterval: EVERY_MS,
  });
}
