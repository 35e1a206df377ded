import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListCall, ListName } from '../../../src-server/contract/operation-call';
import { readPage } from '../../api/read-page';
import { usePortalSession } from '../session/portal-session';

const PAGE_ROWS = 50;

/** A long list, newest first, loaded page by page on demand. */
export function usePages<L extends ListCall<ListName>>(list: L) {
  const { api } = usePortalSession();
  const pages = useInfiniteQuery({
    queryKey: ['pages', list.name, list.input],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      readPage<L['name']>(api, list, { limit: PAGE_ROWS, iterator: pageParam }, signal),
    getNextPageParam: (last) => (last.done ? undefined : last.iterator),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : 5000),
  });
  return { ...pages, rows: pages.data?.pages.flatMap((page) => page.data) };
}
