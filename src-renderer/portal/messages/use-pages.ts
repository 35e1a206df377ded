import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListCall, ListName } from '../../../src-server/contract/operation-call';
import { timeOfId } from '../../../src-server/contract/time-of-id';
import { readPage } from '../../api/read-page';
import { usePortalSession } from '../session/portal-session';

const PAGE_ROWS = 50;

/**
 * A long list, newest first, loaded page by page on demand. A page of a filtered list may be empty, although older rows
 * match: then the next one is loaded, too, and `searchedToMs` says how far back it is (milliseconds since 1970).
 * `rows` is undefined while none is known.
 */
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
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const isSearching = hasNextPage && pages.data?.pages.at(-1)?.data.length === 0;
  useEffect(() => {
    if (isSearching && !isFetching && !isError) void fetchNextPage();
  }, [isSearching, isFetching, isError, fetchNextPage]);
  const reached = isSearching ? pages.data?.pages.at(-1)?.iterator : null;
  const rows = pages.data?.pages.flatMap((page) => page.data);
  const isUnknown = isSearching && rows?.length === 0;
  return {
    ...pages,
    isPending: pages.isPending || (isUnknown && !isError),
    rows: isUnknown ? undefined : rows,
    searchedToMs: reached ? timeOfId(reached) : null,
  };
}
