import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AttemptOut } from '../../../src-server/contract/attempt';
import type { ApiClient } from '../../api/api-client';
import { ApiFailure } from '../../api/api-failure';
import { useApiScope } from '../api-scope';

/** What is sent again: a message to an endpoint. */
interface SentAgain extends Pick<AttemptOut, 'msgId' | 'endpointId'> {
  readonly appId: string;
}

/**
 * Sends one message to one endpoint again. Where it waits for a retry, that is due now: a second delivery of it would
 * arrive beside the retry. Otherwise it is attempted once more. A disabled endpoint refuses.
 * @typeParam T what else the page knows about it
 */
export function useSendAgain<T extends SentAgain>() {
  const { api, key } = useApiScope();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (sent: T) => {
      if (!(await isOnItsWay(api, sent))) await resend(api, sent);
    },
    onSuccess: (_answer, { msgId }) =>
      Promise.all(
        ['destinations', 'why', 'everywhere'].map((what) =>
          client.invalidateQueries({ queryKey: [...key, 'deliveries', what, msgId] }),
        ),
      ),
  });
}

/** Makes its retry due; false if none waits, or the instance is too old to know of this. */
async function isOnItsWay(api: ApiClient, { appId, msgId, endpointId }: SentAgain): Promise<boolean> {
  try {
    const { retried, skipped } = await api.call('POST /app/{app}/msg/{message}/retry-now', {
      path: { app: appId, message: msgId },
      body: { endpointId },
    });
    return retried + skipped.alreadyDue > 0;
  } catch (cause) {
    // What is wrong with the message or the endpoint is said by the resend too.
    if (cause instanceof ApiFailure && (cause.status === 404 || cause.status === 405)) return false;
    throw cause;
  }
}

function resend(api: ApiClient, { appId, msgId, endpointId }: SentAgain) {
  return api.call('POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend', {
    path: { app: appId, message: msgId, endpoint: endpointId },
  });
}
