import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AttemptOut } from '../../../src-server/contract/attempt';
import { useApiScope } from '../api-scope';

/** What is sent again: a message to an endpoint. */
interface ResentDelivery extends Pick<AttemptOut, 'msgId' | 'endpointId'> {
  readonly appId: string;
}

/**
 * Sends one message to one endpoint again, with all attempts. A disabled endpoint refuses.
 * @typeParam T what else the page knows about it
 */
export function useResend<T extends ResentDelivery>() {
  const { api, key } = useApiScope();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ appId, msgId, endpointId }: T) =>
      api.call('POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend', {
        path: { app: appId, message: msgId, endpoint: endpointId },
      }),
    onSuccess: (_answer, { msgId }) =>
      Promise.all(
        ['destinations', 'why', 'everywhere'].map((what) =>
          client.invalidateQueries({ queryKey: [...key, 'deliveries', what, msgId] }),
        ),
      ),
  });
}
