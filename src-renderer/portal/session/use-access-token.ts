import { useQuery } from '@tanstack/react-query';
import { ApiClient } from '../../api/api-client';
import { toApiFailure } from '../../api/api-failure';
import type { PortalKey } from './portal-key';

/**
 * The access token of a link; a one-time token is exchanged first, and only once, however many callers ask. Kept in
 * memory by the query cache, which is never persisted.
 */
export function useAccessToken(key: PortalKey) {
  const exchanged = useQuery({
    queryKey: ['access-token', key],
    queryFn: async () => {
      const api = new ApiClient({ baseAddress: '', token: null });
      return (await api.call('POST /auth/one-time-token', { body: { oneTimeToken: key.oneTimeToken ?? '' } }))
        .token;
    },
    enabled: key.token === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // A lost response has used up the link: only a request that never arrived is worth a retry.
    retry: false,
  });
  return {
    token: key.token ?? exchanged.data ?? null,
    /** True: the link was used before, or it is too old. */
    isUsed: exchanged.error !== null && toApiFailure(exchanged.error).status === 401,
    error: exchanged.error,
    retry: () => void exchanged.refetch(),
  };
}
