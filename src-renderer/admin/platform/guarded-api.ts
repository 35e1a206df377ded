import type { QueryClient } from '@tanstack/react-query';
import { LOCAL_CONNECTION, REMOTE_PREFIX } from '../../../src-server/contract/connection';
import type { OperationName } from '../../../src-server/contract/operations/api-operations';
import { kindRefusal, type LimitedKind, mayEveryKind } from '../../../src-server/contract/token-kinds';
import { ApiClient, type ApiClientOptions } from '../../api/api-client';
import { ApiFailure, TOKEN_KIND } from '../../api/api-failure';
import { FOLDER_REASON } from './folder-refusal';
import { limitedKindQuery } from './limited-kind';

interface GuardedApiParts extends Omit<ApiClientOptions, 'baseAddress' | 'assertMay'> {
  /** `local`, or the id of a connection. */
  readonly id: string;
  /** Remembers the kind of the token. */
  readonly client: QueryClient;
  /** True: the connection leads to a folder, which answers nothing. */
  readonly isFolder?: boolean;
}

/** The API of an instance. What the kind of its token may not call is not sent, and fails with the reason. */
export function guardedApi({ id, client, isFolder = false, ...options }: GuardedApiParts): ApiClient {
  const target = { baseAddress: id === LOCAL_CONNECTION ? '' : `${REMOTE_PREFIX}/${id}`, ...options };
  const query = limitedKindQuery(id, new ApiClient(target));
  const refusalOf = async (name: OperationName, isRefused: boolean): Promise<string | null> => {
    if (mayEveryKind(name)) return null;
    const known = client.getQueryState<LimitedKind | null>(query.queryKey);
    if (known?.data !== undefined && !known.isInvalidated) return known.data && kindRefusal(known.data, name);
    // The server of this page is asked first. Nothing waits for another one, which may not respond.
    if (!isRefused && id !== LOCAL_CONNECTION) return null;
    const kind = await client.fetchQuery(query).catch(() => null);
    return kind && kindRefusal(kind, name);
  };
  return new ApiClient({
    ...target,
    async assertMay(name, isRefused) {
      const reason = isFolder ? FOLDER_REASON : await refusalOf(name, isRefused);
      if (reason !== null) throw new ApiFailure(403, TOKEN_KIND, reason);
    },
  });
}
