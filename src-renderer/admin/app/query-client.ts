import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { LOCAL_CONNECTION } from '../../../src-server/contract/connection';
import type { ApiFailure } from '../../api/api-failure';
import { QUERY_DEFAULTS } from '../../shared/query-defaults';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure;
  }
}

/**
 * The cache of what the servers said. Every key begins with the connection's id, so that two instances never
 * mix. Live events make it fresh; the age below is for what they do not tell.
 * @param onTokenRefused called when the local server no longer takes the token
 */
export function createQueryClient(onTokenRefused: () => void): QueryClient {
  const onError = (error: ApiFailure, query: Query<unknown, unknown>) => {
    // A remote instance that refuses its token is a matter of that connection, not of this log-in.
    if (error.status === 401 && query.queryKey[0] === LOCAL_CONNECTION) onTokenRefused();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: QUERY_DEFAULTS,
  });
}
