import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlagReleaseIn, FlagReleaseOut } from '../../../../src-server/contract/flag-release';
import { listAll } from '../../../api/list-all';
import { useSaveChanges } from '../../../shared/forms/use-save-changes';
import { useInstance } from '../../platform/instance';
import { useRefreshingMutation } from '../use-refreshing-mutation';
import { editedRelease, type ReleaseFields } from './edited-release';

/** Below the catalog, which a release changes. */
const keyOf = (id: string) => [id, 'catalog', 'releases'];

/** The releases of the instance, also where its event types are edited in a working copy. */
interface Releases {
  /** The next one first. */
  readonly planned: readonly FlagReleaseOut[];
  /** Done, cancelled and undone ones, the one that was planned last first. */
  readonly past: readonly FlagReleaseOut[];
}

export function useReleases() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => listAll(api, 'GET /flag-releases', {}, signal),
    select: inOrder,
  });
}

function inOrder(releases: readonly FlagReleaseOut[]): Releases {
  const isPlanned = ({ state }: FlagReleaseOut) => state === 'planned';
  return {
    planned: releases.filter(isPlanned).sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    past: releases.filter((release) => !isPlanned(release)),
  };
}

export function usePlanRelease() {
  const { id, api } = useInstance();
  return useRefreshingMutation(keyOf(id), (body: FlagReleaseIn) => api.call('POST /flag-releases', { body }));
}

/** Moves a planned release, or changes its note. */
export function useChangeRelease(release: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useSaveChanges<ReleaseFields>(editedRelease(api, release), () =>
    client.invalidateQueries({ queryKey: keyOf(id) }),
  );
}

/** What can be done with a release besides changing it. */
export type ReleaseAct = 'run' | 'undo' | 'cancel';

export function useReleaseAct(release: string) {
  const { id, api } = useInstance();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (act: ReleaseAct): Promise<void> => {
      const input = { path: { release } };
      if (act === 'run') await api.call('POST /flag-releases/{release}/run', input);
      else if (act === 'undo') await api.call('POST /flag-releases/{release}/undo', input);
      else await api.call('DELETE /flag-releases/{release}', input);
    },
    // Also after a failure: its time may have come meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: [id, 'catalog'] }),
  });
}
