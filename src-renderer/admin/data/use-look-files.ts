import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LookFileKind } from '../../../src-server/contract/look-file';
import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import { useInstance } from '../platform/instance';

/** The files of the portal's look and its texts, as paths below the address of the instance. Null: none. */
type LookFiles = Pick<PortalLookOut, 'logoFile' | 'fontFile' | 'texts'>;

/** Undefined data: not known yet. An instance of an earlier version has none. */
export function useLookFiles() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'look-files'],
    queryFn: async ({ signal }): Promise<LookFiles> => {
      const {
        logoFile = null,
        fontFile = null,
        texts = [],
      }: Partial<LookFiles> = await api.call('GET /portal/look', {}, signal);
      return { logoFile, fontFile, texts };
    },
  });
}

/** Stores a file in place of the one before; null removes it. */
export function usePutLookFile(kind: LookFileKind) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: Blob | null) => {
      if (file === null) await api.call('DELETE /portal/look/{kind}', { path: { kind } });
      else
        await api.call('PUT /portal/look/{kind}', {
          path: { kind },
          body: { content: await base64Of(file) },
        });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'look-files'] }),
  });
}

/**
 * Why a saved address probably shows nothing, as a sentence; null if it works, or if that is not known.
 * @param address null: nothing is asked
 */
export function useLookAddressProblem(kind: LookFileKind, address: string | null): string | null {
  const { id, api } = useInstance();
  const check = useQuery({
    queryKey: [id, 'look-address', kind, address],
    queryFn: ({ signal }) =>
      api.call('POST /portal/look/check-address', { body: { kind, address: address ?? '' } }, signal),
    enabled: address !== null,
    retry: false,
  });
  return check.data?.problem ?? null;
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
