import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSaveChanges } from '../../../shared/forms/use-save-changes';
import { useInstance } from '../../platform/instance';
import { useRefreshingMutation } from '../use-refreshing-mutation';
import { editedTexts } from './edited-texts';

/** The languages of the portal's texts, with all that ship. */
export function usePortalTexts() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'portal-texts'],
    queryFn: ({ signal }) => api.call('GET /portal/texts', {}, signal),
  });
}

/** The sender's texts in a language. */
export function useTextsOf(language: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'portal-texts', language],
    queryFn: async ({ signal }) =>
      (await api.call('GET /portal/texts/{language}', { path: { language } }, signal)).texts,
  });
}

/** Saves what was changed of the texts of a language, and nothing else. */
export function useEditTexts(language: string, paths: readonly string[]) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useSaveChanges(editedTexts(api, language, paths), async () => {
    await client.invalidateQueries({ queryKey: [id, 'look-files'] });
    await client.invalidateQueries({ queryKey: [id, 'portal-texts'] });
  });
}

export function useRemoveLanguage() {
  const { id, api } = useInstance();
  return useRefreshingMutation([id, 'portal-texts'], (language: string) =>
    api.call('DELETE /portal/texts/{language}', { path: { language } }),
  );
}
