import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRefreshingMutation } from '../../../data/use-refreshing-mutation';
import { useInstance } from '../../../platform/instance';
import type { CatalogApi } from '../../../platform/working-copy/catalog-api';
import { reachSentence } from './reach-message';

const PAGE = 25;

/** The versions of an event type, newest first, one page at a time. */
export function useHistory(name: string) {
  const { id, catalog: api } = useInstance();
  return useInfiniteQuery({
    queryKey: [id, 'catalog', 'history', name],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        'GET /event-type/{name}/history',
        { path: { name }, query: { limit: PAGE, iterator: pageParam } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.done ? null : page.iterator),
  });
}

/** One version with all of its content; a version never changes. */
export function useVersion(name: string, version: number | null) {
  const { id, catalog: api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog-version', name, version],
    queryFn: ({ signal }) =>
      api.call(
        'GET /event-type/{name}/history/{version}',
        { path: { name, version: version ?? '' } },
        signal,
      ),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The newest changes of all event types. */
export function useRecentChanges(limit: number) {
  const { id, catalog: api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'recent-changes', limit],
    queryFn: ({ signal }) => api.call('GET /event-type-history', { query: { limit } }, signal),
  });
}

interface Restore {
  readonly version: number;
  /** The version that the reader sees as the current one: nothing is written over another. Null: whatever there is. */
  readonly over: number | null;
}

/** Restores an event type to one of its versions; resolves to the number of the version that this makes, if known. */
export function useRestoreVersion(name: string) {
  const { id, catalog: api } = useInstance();
  return useRefreshingMutation([id, 'catalog'], ({ version, over }: Restore) =>
    restoreVersion(api, name, version, over),
  );
}

/** Brings an event type back that was deleted, as it was last. */
export async function bringBack(api: CatalogApi, name: string): Promise<void> {
  const { data } = await api.call('GET /event-type/{name}/history', { path: { name }, query: { limit: 1 } });
  const newest = data[0];
  if (newest) await restoreVersion(api, name, newest.version, null);
}

/** That a change leaves delivery as it is, for a sentence after it; "" where the instance cannot say. */
export async function readReach(api: CatalogApi, name: string): Promise<string> {
  const usage = await api
    .call('GET /event-type/{name}/usage', { path: { name }, query: { limit: 1 } })
    .catch(() => undefined);
  return usage ? reachSentence(usage) : '';
}

/** What is odd in the catalog; read only where wanted, since it scans the whole catalog, and then anew: no event tells of endpoints. */
export function useInsights(isWanted = true) {
  const { id, catalog: api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'insights'],
    queryFn: ({ signal }) => api.call('GET /event-type-insights', {}, signal),
    enabled: isWanted,
    staleTime: 0,
  });
}

async function restoreVersion(api: CatalogApi, name: string, version: number, over: number | null) {
  const operation = 'POST /event-type/{name}/history/{version}/restore';
  const ifMatch = over === null ? null : `"${over}"`;
  const { tag } = await api.callText(operation, { path: { name, version } }, { ifMatch });
  const made = Number(tag?.replace(/^W\//, '').replaceAll('"', ''));
  return Number.isInteger(made) && tag !== null ? made : null;
}
