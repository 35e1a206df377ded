import { useQuery } from '@tanstack/react-query';
import { withLocalTimes } from '../../../src-server/contract/utc-moment';
import { listAll } from '../../api/list-all';
import { isOpen } from '../../shared/attempt/is-open';
import { useInstance, useLive } from '../platform/instance';

/**
 * For every endpoint of the application, by endpoint id, why a message did or did not arrive there. Read again while
 * something may still change, and when a live event reports an attempt. An instance too old to say why returns nothing:
 * the page still shows what it knows without it.
 */
export function useWhy(appId: string, msgId: string) {
  const { id, api } = useInstance();
  const announced = useLive((state) => state.attempts.filter((attempt) => attempt.msgId === msgId).length);
  return useQuery({
    queryKey: [id, 'deliveries', 'why', msgId, announced],
    queryFn: async ({ signal }) => {
      const list = await listAll(
        api,
        'GET /app/{app}/msg/{message}/why',
        { path: { app: appId, message: msgId } },
        signal,
      );
      return new Map(list.map((why) => [why.endpointId, { ...why, sentence: withLocalTimes(why.sentence) }]));
    },
    placeholderData: (before) => before,
    retry: false,
    refetchInterval: ({ state }) => {
      const all = [...(state.data?.values() ?? [])];
      return all.some((why) => isOpen(why) || why.nextAttempt) ? 2000 : false;
    },
  });
}
