import type { DefaultOptions } from '@tanstack/react-query';
import { shareData } from '../api/share-data';

/** How every page queries its server and retries. */
export const QUERY_DEFAULTS: DefaultOptions = {
  queries: {
    staleTime: 10_000,
    structuralSharing: shareData,
    // The server may run on this computer: a page on a laptop without a network must not wait for one.
    networkMode: 'always',
    retry: (count, cause) =>
      count < 2 && (cause.status === 0 || cause.status >= 500) && cause.code !== 'remote_token_refused',
    retryDelay: (attempt) => 400 * 2 ** attempt,
  },
  mutations: { networkMode: 'always' },
};
