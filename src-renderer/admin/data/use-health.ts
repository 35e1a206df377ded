import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HealthOut } from '../../../src-server/contract/health';
import { useInstance } from '../platform/instance';

const ASK_EVERY_MS = 10_000;
const UNKNOWN = 'unknown';

/**
 * The health of the current instance; null if it answers without a body, as another service may. A failure with status
 * 503 explains in words why it is unhealthy. A failure stays while it is asked again, also if there never was an answer.
 */
export function useHealth() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'health'],
    queryFn: ({ signal }): Promise<HealthOut | null | typeof UNKNOWN> =>
      api.call('GET /health', {}, signal).then((response) => response ?? null),
    refetchInterval: ASK_EVERY_MS,
    // A query that never had data forgets its failure with each new request.
    initialData: UNKNOWN,
    initialDataUpdatedAt: 1,
    select: (data) => (data === UNKNOWN ? undefined : data),
  });
}

/** Says that the clock of the current instance is right. */
export function useConfirmClock() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('POST /clock/confirm'),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'health'] }),
  });
}
