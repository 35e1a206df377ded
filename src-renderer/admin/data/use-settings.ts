import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TokenCreatedOut, TokenIn, TokenOut } from '../../../src-server/contract/access';
import type { SettingsOut, SettingsPatch } from '../../../src-server/contract/settings';
import { listAll } from '../../api/list-all';
import { useInstance } from '../platform/instance';

export function useSettings() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'settings'],
    queryFn: ({ signal }) => api.get<SettingsOut>('/settings', {}, signal),
  });
}

export function usePatchSettings() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: SettingsPatch) => api.patch<SettingsOut>('/settings', patch),
    onSuccess: (settings) => client.setQueryData([id, 'settings'], settings),
  });
}

export function useTokens() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'tokens'],
    queryFn: ({ signal }) => listAll<TokenOut>(api, '/auth/token', {}, signal),
  });
}

export function useCreateToken() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: TokenIn) => api.post<TokenCreatedOut>('/auth/token', token),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'tokens'] }),
  });
}

export function useRevokeToken() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: string) => api.delete(`/auth/token/${encodeURIComponent(tokenId)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'tokens'] }),
  });
}
