import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

/** Whether all sending of the current instance is paused. The live stream reports changes by others. */
export function useSending() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'sending'],
    queryFn: ({ signal }) => api.call('GET /sending', {}, signal),
  });
}

/** Pauses all sending, or resumes it. */
export function usePauseSending() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (paused: boolean) => api.call('PUT /sending', { body: { paused } }),
    onSuccess: (sending) => client.setQueryData([id, 'sending'], sending),
  });
}
