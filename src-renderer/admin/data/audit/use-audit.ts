import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditAction } from '../../../../src-server/contract/audit';
import { useInstance } from '../../platform/instance';

/** Which changes are listed. Absent: any. */
interface AuditFilter {
  /** An id or uid. */
  readonly application?: string;
  readonly action?: AuditAction;
  /** The id of what was changed. */
  readonly target?: string;
  /** How long ago at most, in milliseconds. */
  readonly withinMs?: number;
}

/** Who changed what on the current instance, newest first, page by page. */
export function useAudit({ withinMs, ...filter }: AuditFilter, limit: number) {
  const { id, api } = useInstance();
  const pages = useInfiniteQuery({
    queryKey: [id, 'audit', filter, withinMs, limit],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const since = withinMs === undefined ? {} : { since: new Date(Date.now() - withinMs).toISOString() };
      const iterator = pageParam === null ? {} : { iterator: pageParam };
      return api.call('GET /audit', { query: { ...filter, ...since, limit, ...iterator } }, signal);
    },
    getNextPageParam: (last) => (last.done ? undefined : last.iterator),
    // Changes are made on other screens, which do not know of this list.
    staleTime: 0,
  });
  return { ...pages, rows: pages.data?.pages.flatMap(({ data }) => data) };
}
