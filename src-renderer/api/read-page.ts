import type { ListResponse } from '../../src-server/contract/list';
import type { CallInput, ListCall, ListName, RowOf } from '../../src-server/contract/operation-call';
import type { ApiClient } from './api-client';

/** Reads one page of a list: `limit` rows, starting at `iterator`; null for the first page. */
export function readPage<N extends ListName>(
  api: Pick<ApiClient, 'call'>,
  { name, input }: { readonly name: N; readonly input: ListCall<ListName>['input'] },
  page: { readonly limit: number; readonly iterator: string | null },
  signal?: AbortSignal,
): Promise<ListResponse<RowOf<N>>> {
  // Every list takes these two; the compiler cannot see that for a name it does not know yet.
  const pageInput = { ...input, query: { ...input.query, ...page } } as unknown as CallInput<N>;
  return api.call(name, pageInput, signal) as Promise<unknown> as Promise<ListResponse<RowOf<N>>>;
}
