import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AttemptOut } from '../../../src-server/contract/attempt';
import type { ApiClient } from '../../api/api-client';
import { ApiFailure } from '../../api/api-failure';
import { useApiScope } from '../api-scope';

/** What is sent again: a message to an endpoint. */
interface SentAgain extends Pick<AttemptOut, 'msgId' | 'endpointId'> {
  readonly appId: string;
}

interface Outcome {
  /** What it came to: an attempt beside the schedule, a new delivery, or nothing, because it is on its way already. */
  readonly as: 'retry' | 'resend' | 'queued';
  /** That it is sent although the filter of the endpoint leaves it out, in the words of the server. Undefined: it does not. */
  readonly note?: string | undefined;
}

/**
 * Sends one message to one endpoint again. Where it waits for a retry, that is attempted now; where it is queued, held or
 * being sent, it stays so. Otherwise it is attempted once more. A disabled endpoint refuses.
 * @typeParam T what else the page knows about it
 */
export function useSendAgain<T extends SentAgain>() {
  const { api, key } = useApiScope();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sent: T) => sendAgain(api, sent),
    onSuccess: (_sent, { msgId }) =>
      Promise.all(
        ['destinations', 'why', 'everywhere'].map((what) =>
          client.invalidateQueries({ queryKey: [...key, 'deliveries', what, msgId] }),
        ),
      ),
  });
}

/** Sends a message to an endpoint again, see `useSendAgain`. */
export async function sendAgain(
  api: Pick<ApiClient, 'call'>,
  { appId, msgId, endpointId }: SentAgain,
): Promise<Outcome> {
  try {
    const { retried, skipped } = await api.call('POST /app/{app}/msg/{message}/retry-now', {
      path: { app: appId, message: msgId },
      body: { endpointId },
    });
    if (retried > 0) return { as: 'retry' };
    if (skipped.alreadyDue + skipped.paused > 0) return { as: 'queued' };
  } catch (cause) {
    // The instance is too old; what is wrong with the message or the endpoint is said by the resend too.
    if (!(cause instanceof ApiFailure && (cause.status === 404 || cause.status === 405))) throw cause;
  }
  const { note } = await api.call('POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend', {
    path: { app: appId, message: msgId, endpoint: endpointId },
  });
  return { as: 'resend', note };
}
