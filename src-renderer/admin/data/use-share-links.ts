import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LOCAL_CONNECTION } from '../../../src-server/contract/connection';
import type { ShareLinkIn } from '../../../src-server/contract/share-link';
import { listAll } from '../../api/list-all';
import { useLocalApi } from './use-local-api';

const KEY = [LOCAL_CONNECTION, 'share-links'];
/** Somebody else opens a link, so nothing here tells of it. */
const LOOK_MS = 5000;

/** The share links of this computer, which serves the frames whatever instance the window shows. */
export function useShareLinks() {
  const api = useLocalApi();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => listAll(api, 'GET /share-links', {}, signal),
    refetchInterval: LOOK_MS,
  });
}

export function useCreateShareLink() {
  const api = useLocalApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (link: ShareLinkIn) => api.call('POST /share-links', { body: link }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useRevokeShareLink() {
  const api = useLocalApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /share-links/{share}', { path: { share: id } }),
    // Also after a failure: it may have ended by itself meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
