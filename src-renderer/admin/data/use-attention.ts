import { useInfiniteQuery } from '@tanstack/react-query';
import { useInstance } from '../platform/instance';

const PAGE_ROWS = 100;
/** The live stream reports what is added and resolved; the numbers in the rows change with every attempt. */
const LIST_EVERY_MS = 2000;
const NUMBER_EVERY_MS = 10_000;

/**
 * The endpoints that need attention, the newest change first, and how many there are. The only source of that number:
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
  return {
    ...pages,
    rows: pages.data?.pages.flatMap(({ data }) => data),
    /** Undefined: not known. */
    total: pages.data?.pages.at(-1)?.total,
    /** How many of them are on no page; a server of an earlier version does not say. */
    omitted: pages.data?.pages.at(-1)?.omitted ?? 0,
  };
}
