import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PublicPagePreviewIn } from '../../../src-server/contract/public-page';
import { useInstance } from '../platform/instance';
import { useEditSettings } from './use-settings';

/** The state of the page; read again when the catalog changes. */
export function usePublicPage() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'public-page'],
    queryFn: ({ signal }) => api.call('GET /public-page', {}, signal),
  });
}

/** How many pages are made; asked again often while some are not. */
export function usePublication() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'settings', 'publication'],
    queryFn: async ({ signal }) => (await api.call('GET /settings', {}, signal)).publication ?? null,
    refetchInterval: ({ state: { data } }) => (data && data.built < data.of ? 1_000 : 5_000),
  });
}

/** A page as it would look with these settings; the previous one stays visible until the next one is there. */
export function usePreview(wanted: PublicPagePreviewIn) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'public-page', 'preview', wanted],
    queryFn: ({ signal }) => api.call('POST /public-page/preview', { body: wanted }, signal),
    placeholderData: keepPreviousData,
    gcTime: 30_000, // each one is a whole page
  });
}

/** Saves settings of the page. Its state depends on them: whether its domain is active, when it was published. */
export function useSavePage() {
  return useEditSettings([useInstance().id, 'catalog', 'public-page']);
}

/** Starts counting changes now. */
export function useNotePublish() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('POST /public-page/publish'),
    onSuccess: (page) => {
      client.setQueryData([id, 'catalog', 'public-page'], page);
      return client.invalidateQueries({ queryKey: [id, 'catalog', 'list'] });
    },
  });
}

export function useExport() {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('POST /public-page/export'),
    // The list marks changes since then.
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [id, 'catalog', 'public-page'], exact: true }),
        client.invalidateQueries({ queryKey: [id, 'catalog', 'list'] }),
      ]),
  });
}

/** Queries the name service, only on request. */
export function useDomainCheck() {
  const { api } = useInstance();
  return useMutation({ mutationFn: () => api.call('GET /public-page/domain-check') });
}
