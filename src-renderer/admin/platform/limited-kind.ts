import { LIMITED_KINDS, type LimitedKind } from '../../../src-server/contract/token-kinds';
import type { ApiClient } from '../../api/api-client';

/** Second part of the key of that query, after the instance. */
export const WHOAMI = 'whoami';

/** The query of the kind of the token that an instance is asked with. Null: it may do everything. */
export function limitedKindQuery(id: string, api: Pick<ApiClient, 'call'>) {
  return {
    queryKey: [id, WHOAMI],
    queryFn: async (): Promise<LimitedKind | null> => {
      const { kind } = await api.call('GET /auth/whoami');
      return LIMITED_KINDS.find((limited) => limited === kind) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Whoever waits for it asks anyway.
    retry: false,
  };
}
