import { useQuery } from '@tanstack/react-query';
import type { ApplicationOverviewOut } from '../../../src-server/contract/fleet';
import { listAll } from '../../api/list-all';
import { useInstance } from '../platform/instance';

const ASK_EVERY_MS = 60_000;

/**
 * The endpoints of each application and their activity over a day, by application. A minute is the finest resolution.
 */
export function useOverviews() {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'overviews'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ApplicationOverviewOut>> => {
      const all = await listAll(api, 'GET /fleet/app', {}, signal);
      return new Map(all.map((overview) => [overview.appId, overview]));
    },
    refetchInterval: ASK_EVERY_MS,
  });
}
