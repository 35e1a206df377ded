import { LIST_LIMIT_MAX, type ListResponse } from '../../src-server/contract/list';
import type { ApiClient, Query } from './api-client';

/**
 * Reads every page of a list, in order. Meant for lists that fit in memory: event types, applications,
 * endpoints. `limit` rows per request, the most the server allows by default.
 */
export async function listAll<T>(
  api: ApiClient,
  path: string,
  query: Query = {},
  signal?: AbortSignal,
  limit = LIST_LIMIT_MAX,
): Promise<T[]> {
  const rows: T[] = [];
  let iterator: string | null = null;
  let more = true;
  while (more) {
    const page: ListResponse<T> = await api.get(path, { ...query, limit, iterator }, signal);
    rows.push(...page.data);
    // An empty page has no iterator; a server that repeats itself must not keep us here for ever.
    more = !page.done && page.iterator !== null && page.iterator !== iterator;
    iterator = page.iterator;
  }
  return rows;
}
