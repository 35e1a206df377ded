import { useQuery } from '@tanstack/react-query';
import type { MessageEndpointOut } from '../../../src-server/contract/attempt';
import { listAll } from '../../api/list-all';
import { useInstance, useLive } from '../platform/instance';

/** All attempts of one message, newest first, with their responses; read again when a live event reports more. */
export function useAttempts(appId: string, msgId: string) {
  const { id, api } = useInstance();
  const announced = useLive((state) => state.attempts.filter((attempt) => attempt.msgId === msgId).length);
  return useQuery({
    queryKey: [id, 'deliveries', 'attempts', msgId],
    queryFn: async ({ signal }) => {
      const page = await api.call(
        'GET /app/{app}/attempt/msg/{message}',
        { path: { app: appId, message: msgId }, query: { limit: 250 } },
        signal,
      );
      return page.data;
    },
    // Not by invalidation: an event that arrives before the first answer would be lost.
    refetchInterval: ({ state }) => (state.data && state.data.length < announced ? 200 : false),
  });
}

/** Every endpoint that one message goes to, with the state of its delivery. */
export function useDestinations(appId: string, msgId: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'deliveries', 'destinations', msgId],
    queryFn: ({ signal }) =>
      listAll(
        api,
        'GET /app/{app}/msg/{message}/endpoint',
        { path: { app: appId, message: msgId }, query: { expanded_statuses: true } },
        signal,
      ),
    refetchInterval: ({ state }) => askAgainInMs(state.data ?? []),
  });
}

/** Polls soon while something is about to happen, rarely during a long wait, never when everything is over. */
function askAgainInMs(destinations: readonly MessageEndpointOut[]): number | false {
  const open = destinations.filter(({ statusText }) => statusText === 'pending' || statusText === 'sending');
  if (destinations.length > 0 && open.length === 0) return false;
  const soon = open.some(
    ({ nextAttempt, disabled, paused }) =>
      !disabled && !paused && (!nextAttempt || Date.parse(nextAttempt) - Date.now() < 3000),
  );
  return soon || destinations.length === 0 ? 500 : 3000;
}
