import { LIST_LIMIT_MAX, type ListResponse } from '../../src-server/contract/list';
import type { AnyInput, CallInput, ListName, RowOf } from '../../src-server/contract/operation-call';
import type { ApiClient } from './api-client';
import { parseResponse, RESPONSE_MAX_CHARACTERS, tooLong, unexpected } from './read-response';

/** Most rows of a list. No list that is read completely comes near. */
const MOST_ROWS = 250_000;

/**
 * Reads every page of a list, in order. Meant for lists that fit in memory: event types, applications,
 * endpoints. `limit` rows per request, the most the server allows by default.
 * @throws ApiFailure when it does not fit, or does not end
 */
export async function listAll<N extends ListName>(
  api: Pick<ApiClient, 'callText'>,
  name: N,
  input: CallInput<N>,
  signal?: AbortSignal,
  limit = LIST_LIMIT_MAX,
): Promise<RowOf<N>[]> {
  const rows: RowOf<N>[] = [];
  const { query, ...others }: AnyInput = input;
  let characters = 0;
  let iterator: string | null = null;
  let more = true;
  for (let pages = 0; more; pages += 1) {
    // Every list takes these two; the compiler cannot see that for a name it does not know yet.
    const pageCall = { ...others, query: { ...query, limit, iterator } } as unknown as CallInput<N>;
    const { text } = await api.callText(name, pageCall, signal ? { signal } : {});
    const page = parseResponse(text) as ListResponse<RowOf<N>>;
    if (!Array.isArray(page.data)) throw unexpected();
    characters += text.length;
    // The pages count too: a server may answer empty ones for ever.
    if (characters > RESPONSE_MAX_CHARACTERS || rows.length + page.data.length + pages > MOST_ROWS)
      throw tooLong();
    for (const row of page.data) rows.push(row);
    // An empty page has no iterator; a server that repeats itself must not keep us here forever.
    more = !page.done && page.iterator !== null && page.iterator !== iterator;
    iterator = page.iterator;
  }
  return rows;
}
