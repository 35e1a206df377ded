import { useQuery } from '@tanstack/react-query';
import type { EndpointOut, EndpointStatsOut } from '../../../src-server/contract/endpoint';
import { listAll } from '../../api/list-all';
import { usePortalSession } from '../session/portal-session';
import type { ActivityMinute } from './activity-bars';
import { costMs, pollAfterMs, timed } from './poll-pace';

const DAY_MS = 86_400_000;
/**
 * How often the figures of a page are read at most, all of them together: read apart, they would contradict one another.
 */
const LIST_EVERY_MS = 10_000;
const ENDPOINT_EVERY_MS = 3000;

const NOTHING_SENT: EndpointStatsOut = { success: 0, pending: 0, sending: 0, fail: 0, canceled: 0 };

/** An endpoint with how its deliveries of the last day ended. */
export interface EndpointOfDay {
  readonly endpoint: EndpointOut;
  readonly day: EndpointStatsOut;
}

/** The figures of the list of endpoints, of one moment: each endpoint, and all of them minute by minute. */
export function useListFigures() {
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['applications', 'list-figures'],
    queryFn: async ({ signal }) => {
      const path = { app: application.id };
      const query = { since: new Date(Date.now() - DAY_MS).toISOString() };
      const [endpoints, stats, history] = await Promise.all([
        timed(listAll(api, 'GET /app/{app}/endpoint', { path }, signal)),
        timed(api.call('GET /app/{app}/stats', { path, query }, signal)),
        timed(api.call('GET /app/{app}/history', { path, query }, signal)),
      ]);
      const dayOf = new Map(stats.value.data.map(({ endpointId, ...day }) => [endpointId, day]));
      // One that was added between two responses has had no message yet.
      const rows = endpoints.value.map((endpoint): EndpointOfDay => {
        return { endpoint, day: dayOf.get(endpoint.id) ?? NOTHING_SENT };
      });
      return { rows, minutes: history.value.data, cost: costMs([stats], [endpoints, history]) };
    },
    refetchInterval: ({ state }) => pollAfterMs(LIST_EVERY_MS, state.data?.cost ?? 0),
  });
}

/** The figures of one endpoint, of one moment. */
interface EndpointFigures extends EndpointOfDay {
  /** How its deliveries ended, of the last 28 days. */
  readonly all: EndpointStatsOut;
  /** Its attempts of the last day, minute by minute. */
  readonly minutes: readonly ActivityMinute[];
  /** How long the server took for them, in milliseconds. */
  readonly cost: number;
}

/** The figures of the page of one endpoint. */
export function useEndpointFigures(endpointId: string) {
  const { api, application } = usePortalSession();
  return useQuery({
    queryKey: ['applications', 'figures', endpointId],
    queryFn: async ({ signal }): Promise<EndpointFigures> => {
      const path = { app: application.id, endpoint: endpointId };
      const query = { since: new Date(Date.now() - DAY_MS).toISOString() };
      const [endpoint, all, day, history] = await Promise.all([
        timed(api.call('GET /app/{app}/endpoint/{endpoint}', { path }, signal)),
        timed(api.call('GET /app/{app}/endpoint/{endpoint}/stats', { path }, signal)),
        timed(api.call('GET /app/{app}/endpoint/{endpoint}/stats', { path, query }, signal)),
        api.call(
          'GET /app/{app}/endpoint/{endpoint}/history',
          { path, query: { ...query, step: 60 } },
          signal,
        ),
      ]);
      return {
        endpoint: endpoint.value,
        all: all.value,
        day: day.value,
        minutes: history.data,
        cost: costMs([all, day], [endpoint]),
      };
    },
    refetchInterval: ({ state }) => pollAfterMs(ENDPOINT_EVERY_MS, state.data?.cost ?? 0),
  });
}
