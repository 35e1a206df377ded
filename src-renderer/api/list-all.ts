import { LIST_LIMIT_MAX, type ListResponse } from '../../src-server/contract/list';
import type { CallInput, ListCall, ListName, RowOf } from '../../src-server/contract/operation-call';
import type { ApiClient } from './api-client';
import { readPage } from './read-page';

/**
 * Reads every page of a list, in order. Meant for lists that fit in memory: event types, applications,
 * endpoints. `limit` rows per request, the most the server allows by default.
 */
export async function listAll<N extends ListName>(
  api: Pick<ApiClient, 'call'>,
  name: N,
  input: CallInput<N>,
  signal?: AbortSignal,
  limit = LIST_LIMIT_MAX,
): Promise<RowOf<N>[]> {
  const rows: RowOf<N>[] = [];
  let iterator: string | null = null;
  let more = true;
  while (more) {
    const page: ListResponse<RowOf<N>> = await readPage(
      api,
      { name, input: input as ListCall<ListName>['input'] },
      { limit, iterator },
      signal,
    );
    rows.push(...page.data);
    // An empty page has no iterator; a server that repeats itself must not keep us here forever.
    more = !page.done && page.iterator !== null && page.iterator !== iterator;
    iterator = page.iterator;
  }
  return rows;
}
