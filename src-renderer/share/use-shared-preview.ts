import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ApiClient } from '../api/api-client';
import { useUntilEnded } from '../shared/use-until-ended';

/** How often the page looks whether the link still works, in milliseconds, where it is not told. */
const EVERY_MS = 20_000;

/** What a link shows. Read again all the time: once it is revoked, this page closes. */
export function useSharedPreview(token: string) {
  const api = useMemo(() => new ApiClient({ baseAddress: '', token }), [token]);
  const shared = useQuery({
    queryKey: ['shared-preview'],
    queryFn: ({ signal }) => api.call('GET /shared-preview', {}, signal),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
  });
  const { refetch } = shared;
  const look = useCallback(() => void refetch(), [refetch]);
  useUntilEnded(shared.isSuccess ? api : null, look);
  return shared;
}
