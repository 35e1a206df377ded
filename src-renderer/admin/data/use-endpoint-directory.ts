import { useQuery } from '@tanstack/react-query';
import { listAll } from '../../api/list-all';
import { useInstance } from '../platform/instance';

/** How many search results are read. */
const FOUND_MAX = 30;

/** The endpoints of all applications, newest first. */
export function useEndpointDirectory() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'directory'],
    queryFn: ({ signal }) => listAll(api, 'GET /fleet/endpoint', {}, signal),
  });
}

/**
 * Endpoints of any application that match each word; without a word, the newest ones. Previous results stay until new
 * ones arrive.
 */
export function useFoundEndpoints(label: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'found', label],
    queryFn: ({ signal }) =>
      api.call('GET /fleet/endpoint', { query: { q: label, limit: FOUND_MAX } }, signal),
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
}
