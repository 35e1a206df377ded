import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRoutes } from 'react-router';
import type { ApiFailure } from '../../api/api-failure';
import { QUERY_DEFAULTS } from '../../shared/query-defaults';
import { ResponseCache } from '../../shared/response-cache';
import { readAhead } from '../../ui/read-ahead';
import { WHOAMI } from '../platform/limited-kind';
import { ROUTES } from './routes';

/** Everything behind the log-in. */
export function SignedIn() {
  const [client] = useState(createQueryClient);
  useEffect(() => readAhead(ROUTES), []);
  // Whoever goes on after the next log-in may have a token of another kind.
  useEffect(
    () => () =>
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[1] === WHOAMI,
        refetchType: 'none',
      }),
    [client],
  );
  return (
    <QueryClientProvider client={client}>
      <Screens />
    </QueryClientProvider>
  );
}

function Screens() {
  return useRoutes(ROUTES);
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure;
  }
}

/**
 * The cache of the servers' responses. Every key begins with the connection's id, so that two instances never mix. Live
 * events refresh it; the age below is for what they do not report.
 */
function createQueryClient(): ResponseCache {
  return new ResponseCache({ defaultOptions: QUERY_DEFAULTS });
}
