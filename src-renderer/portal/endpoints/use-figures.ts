import { useQuery } from '@tanstack/react-query';
import type { EndpointOut, EndpointStatsOut } from '../../../src-server/contract/endpoint';
import { listAll } from '../../api/list-all';
import { usePortalSession } from '../session/portal-session';
import type { ActivityMinute } from './activity-bars';

const DAY_MS = 86_400_000;
/** How often the figures of a page are read, all of them together: read apart, they would contradict one another. */
const LIST_EVERY_MS = 10_000;
const ENDPOINT_EVERY_MS = 3000;

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
      const endpoints = await listAll(api, 'GET /app/{app}/endpoint', { path }, signal);
      const query = { since: new Date(Date.now() - DAY_MS).toISOString() };
      const [whole, rows] = await Promise.all([
        api.call('GET /app/{app}/history', { path, query }, signal),
        Promise.all(
          endpoints.map(async (endpoint): Promise<EndpointOfDay> => {
            const at = { ...path, endpoint: endpoint.id };
            const day = await api.call(
              'GET /app/{app}/endpoint/{endpoint}/stats',
              { path: at, query },
              signal,
            );
            return { endpoint, day };
          }),
        ),
      ]);
      return { rows, minutes: whole.data };
    },
    refetchInterval: LIST_EVERY_MS,
  });
}

/** The figures of one endpoint, of one moment. */
export interface EndpointFigures extends EndpointOfDay {
  /** How its deliveries ended, of the last 28 days. */
  readonly all: EndpointStatsOut;
  /** Its attempts of the last day, minute by minute. */
  readonly minutes: readonly ActivityMinute[];
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
        api.call('GET /app/{app}/endpoint/{endpoint}', { path }, signal),
        api.call('GET /app/{app}/endpoint/{endpoint}/stats', { path }, signal),
        api.call('GET /app/{app}/endpoint/{endpoint}/stats', { path, query }, signal),
        api.call(
          'GET /app/{app}/endpoint/{endpoint}/history',
          { path, query: { ...query, step: 60 } },
          signal,
        ),
      ]);
      return { endpoint, all, day, minutes: history.data };
    },
    refetchInterval: ENDPOINT_EVERY_MS,
  });
}
