import { useQuery } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

const ASK_EVERY_MS = 10_000;

/**
 * The health of the current instance; null if it answers without a body, as another service may. A failure with status
 * 503 explains in words why it is unhealthy.
 */
export function useHealth() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'health'],
    queryFn: ({ signal }) => api.call('GET /health', {}, signal).then((answer) => answer ?? null),
    refetchInterval: ASK_EVERY_MS,
  });
}
