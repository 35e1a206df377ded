import { useMutation, useQuery } from '@tanstack/react-query';
import type { EndpointMessageOut } from '../../../src-server/contract/attempt';
import type { EndpointStatsOut } from '../../../src-server/contract/endpoint';
import type { ListResponse } from '../../../src-server/contract/list';
import type { MessageOut } from '../../../src-server/contract/message';
import { useInstance } from '../platform/instance';

const part = encodeURIComponent;
const pathOf = (appId: string, endpointId: string) => `/app/${part(appId)}/endpoint/${part(endpointId)}`;
const STATS_EVERY_MS = 3000;
/** Waiting messages that are looked at; the server lists the newest first, not those that are due first. */
export const WAITING_SEEN = 50;

/** How many deliveries of an endpoint ended how, kept up to date while it is shown. */
export function useEndpointStats(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'stats', appId, endpointId],
    queryFn: ({ signal }) => api.get<EndpointStatsOut>(`${pathOf(appId, endpointId)}/stats`, {}, signal),
    refetchInterval: STATS_EVERY_MS,
  });
}

/** The newest messages that wait for an endpoint, the one that is due first at the front. */
export function useWaiting(appId: string, endpointId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'waiting', appId, endpointId],
    queryFn: ({ signal }) =>
      api.get<ListResponse<EndpointMessageOut>>(
        `${pathOf(appId, endpointId)}/msg`,
        { status: 1, limit: WAITING_SEEN, with_content: false },
        signal,
      ),
    select: ({ data }) => [...data].sort((a, b) => (a.nextAttempt ?? '').localeCompare(b.nextAttempt ?? '')),
    refetchInterval: STATS_EVERY_MS,
  });
}

/** Sends the example of an event type to one endpoint, whatever that filters by. */
export function useSendExample(appId: string, endpointId: string) {
  const { api } = useInstance();
  return useMutation({
    mutationFn: (eventType: string) =>
      api.post<MessageOut>(`${pathOf(appId, endpointId)}/send-example`, { eventType }),
  });
}
