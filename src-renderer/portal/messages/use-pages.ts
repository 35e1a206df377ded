import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListResponse } from '../../../src-server/contract/list';
import type { Query } from '../../api/api-client';
import { usePortalSession } from '../session/portal-session';

const PAGE_ROWS = 50;

/** A long list, newest first, read page by page as it is asked for. */
export function usePages<T>(path: string, query: Query = {}) {
  const { api } = usePortalSession();
  const pages = useInfiniteQuery({
    queryKey: ['pages', path, query],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.get<ListResponse<T>>(path, { ...query, limit: PAGE_ROWS, iterator: pageParam }, signal),
    getNextPageParam: (last) => (last.done ? undefined : last.iterator),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : 5000),
  });
  return { ...pages, rows: pages.data?.pages.flatMap((page) => page.data) };
}
