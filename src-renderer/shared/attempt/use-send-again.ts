import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AttemptOut } from '../../../src-server/contract/attempt';
import type { ApiClient } from '../../api/api-client';
import { ApiFailure } from '../../api/api-failure';
import { useApiScope } from '../api-scope';

/** What is sent again: a message to an endpoint. */
interface SentAgain extends Pick<AttemptOut, 'msgId' | 'endpointId'> {
  readonly appId: string;
}

/** What it came to: an attempt beside the schedule, a new delivery, or nothing, because it is on its way already. */
type SentAgainAs = 'retry' | 'resend' | 'queued';

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
): Promise<SentAgainAs> {
  try {
    const { retried, skipped } = await api.call('POST /app/{app}/msg/{message}/retry-now', {
      path: { app: appId, message: msgId },
      body: { endpointId },
    });
    if (retried > 0) return 'retry';
    if (skipped.alreadyDue + skipped.paused > 0) return 'queued';
  } catch (cause) {
    // The instance is too old; what is wrong with the message or the endpoint is said by the resend too.
    if (!(cause instanceof ApiFailure && (cause.status === 404 || cause.status === 405))) throw cause;
  }
  await api.call('POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend', {
    path: { app: appId, message: msgId, endpoint: endpointId },
  });
  return 'resend';
}
