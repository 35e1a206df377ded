import { useQuery } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

const ASK_EVERY_MS = 10_000;

/**
 * How the instance in view is; null when it answers without a body, as another service may. A failure with status 503
 * says in words why it cannot be relied on.
 */
export function useHealth() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'health'],
    queryFn: ({ signal }) => api.call('GET /health', {}, signal).then((answer) => answer ?? null),
    refetchInterval: ASK_EVERY_MS,
  });
}
