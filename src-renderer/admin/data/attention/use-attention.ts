import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstance } from '../../platform/instance';
import { silentPollers } from './silent-pollers';

const PAGE_ROWS = 100;
/** The live stream reports what is added and resolved; the numbers in the rows change with every attempt. */
const LIST_EVERY_MS = 2000;
const NUMBER_EVERY_MS = 10_000;

/**
 * The endpoints that need attention, the newest change first, and how many there are, with the polling endpoints whose
 * consumers are silent. The only source of that number:
 * the screen, the rail and the status bar read the same answer.
 * @param isShown true where the rows are on the screen, so that their numbers are read more often
 */
export function useAttention(isShown = false) {
  const { id, api } = useInstance();
  const pages = useInfiniteQuery({
    queryKey: [id, 'attention'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /fleet/attention', { query: { limit: PAGE_ROWS, iterator: pageParam } }, signal),
    getNextPageParam: (last) => (last.done ? undefined : last.iterator),
    refetchInterval: isShown ? LIST_EVERY_MS : NUMBER_EVERY_MS,
  });
  const first = pages.data?.pages[0];
  const silent = useMemo(() => silentPollers(first?.silent), [first]);
  const total = pages.data?.pages.at(-1)?.total;
  return {
    ...pages,
    rows: pages.data?.pages.flatMap(({ data }) => data),
    /** Polling endpoints that are no longer polled. */
    silent,
    /** Of both. Undefined: not known. */
    total: total === undefined ? undefined : total + silent.length,
    /** How many of them are on no page; a server of an earlier version does not say. */
    omitted: pages.data?.pages.at(-1)?.omitted ?? 0,
  };
}
