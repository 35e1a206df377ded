import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiClient } from '../api/api-client';

/** How often the page looks whether the link still works, in milliseconds. */
const EVERY_MS = 20_000;

/** What a link shows. Read again all the time: once it is revoked, this page closes. */
export function useSharedPreview(token: string) {
  const api = useMemo(() => new ApiClient({ baseAddress: '', token }), [token]);
  return useQuery({
    queryKey: ['shared-preview'],
    queryFn: ({ signal }) => api.call('GET /shared-preview', {}, signal),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
  });
}
