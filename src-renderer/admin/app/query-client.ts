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
 * The cache of the servers' answers. Every key begins with the connection's id, so that two instances never mix. Live
 * events refresh it; the age below is for what they do not report.
 * @param onTokenRefused called when the local server no longer accepts the token
 */
export function createQueryClient(onTokenRefused: () => void): QueryClient {
  const onError = (error: ApiFailure, query: Query<unknown, unknown>) => {
    // If a remote instance refuses its token, that concerns the connection, not this log-in.
    if (error.status === 401 && query.queryKey[0] === LOCAL_CONNECTION) onTokenRefused();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: QUERY_DEFAULTS,
  });
}
