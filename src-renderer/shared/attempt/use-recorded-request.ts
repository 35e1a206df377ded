import { useQuery } from '@tanstack/react-query';
import type { AttemptOut } from '../../../src-server/contract/attempt';
import { useApiScope } from '../api-scope';
import { readRecordedHeaders, recordedRequestAsCurl } from './recorded-request';
import { useMessage } from './use-message';

/** The request of one attempt as it was sent, even if its endpoint has changed since. */
export function useRecordedRequest(appId: string, attempt: Pick<AttemptOut, 'id' | 'msgId' | 'url'>) {
  const { api, key } = useApiScope();
  const { id, msgId, url } = attempt;
  const message = useMessage(appId, msgId);
  const headers = useQuery({
    queryKey: [...key, 'deliveries', 'headers', msgId, id],
    queryFn: async ({ signal }) => {
      const path = { app: appId, message: msgId, attempt: id };
      return readRecordedHeaders(
        await api.call('GET /app/{app}/msg/{message}/attempt/{attempt}/headers', { path }, signal),
      );
    },
    // They never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const body = message.data?.body;
  return {
    message,
    headers,
    /** A command that sends the same request. Null: part of the request is unknown. */
    curl: headers.data && typeof body === 'string' ? recordedRequestAsCurl(url, headers.data, body) : null,
    /** True: the attempt has no headers on record. */
    isUnrecorded: headers.data?.sent.length === 0,
    /** True: the content of the message was removed. */
    isRemoved: body === null,
  };
}
