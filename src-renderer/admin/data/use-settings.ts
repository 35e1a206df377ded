import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TokenIn } from '../../../src-server/contract/access';
import type { SettingsOut, SettingsPatch } from '../../../src-server/contract/settings';
import { listAll } from '../../api/list-all';
import { saveChanges } from '../../shared/forms/save-changes';
import { useSaveChanges } from '../../shared/forms/use-save-changes';
import { useInstance } from '../platform/instance';
import { editedSettings } from './edited-settings';
import { useRefreshingMutation } from './use-refreshing-mutation';

export function useSettings() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'settings'],
    queryFn: ({ signal }) => api.call('GET /settings', {}, signal),
  });
}

/**
 * Changes settings from what the page shows. One that somebody else has changed since is not written: the page shows its
 * new value, and what was typed stays.
 */
export function usePatchSettings() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  const queryKey = [id, 'settings'];
  return useMutation({
    async mutationFn(patch: SettingsPatch) {
      const shown = client.getQueryData<SettingsOut>(queryKey) ?? (await api.call('GET /settings'));
      await saveChanges(editedSettings(api), { opened: shown, mine: { ...shown, ...patch } as SettingsOut });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** Saves what was changed of the settings that a form was opened with, and nothing else. */
export function useEditSettings(alsoRefresh: QueryKey | null = null) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useSaveChanges<Partial<SettingsOut>>(editedSettings(api), async () => {
    await client.invalidateQueries({ queryKey: [id, 'settings'] });
    if (alsoRefresh) await client.invalidateQueries({ queryKey: alsoRefresh, exact: true });
  });
}

export function useTokens() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'tokens'],
    queryFn: ({ signal }) => listAll(api, 'GET /auth/token', {}, signal),
  });
}

export function useCreateToken() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'tokens'], (token: TokenIn) =>
    api.call('POST /auth/token', { body: token }),
  );
}

export function useRevokeToken() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'tokens'], (tokenId: string) =>
    api.call('DELETE /auth/token/{token}', { path: { token: tokenId } }),
  );
}

/** The browsers that are logged in to the pages of the current instance. */
export function useBrowserSessions() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'browser-sessions'],
    queryFn: ({ signal }) => listAll(api, 'GET /auth/browser-session', {}, signal),
  });
}

export function useEndBrowserSession() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'browser-sessions'], (session: string) =>
    api.call('DELETE /auth/browser-session/{session}', { path: { session } }),
  );
}

/** Logs out all browsers but this one. */
export function useEndOtherBrowserSessions() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'browser-sessions'], () =>
    api.call('POST /auth/browser-session/end-others'),
  );
}
