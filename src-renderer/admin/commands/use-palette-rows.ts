import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApplicationOut } from '../../../src-server/contract/application';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { listAll } from '../../api/list-all';
import { useApplications } from '../applications/use-applications';
import { useEventTypes } from '../catalog/use-catalog';
import { useInstance } from '../frame/instance';
import { SETTINGS_PAGES } from '../settings/settings-pages';
import { useCommandStore } from './command-store';
import {
  applicationRows,
  commandRows,
  endpointRows,
  type PaletteRow,
  pageRows,
  typeRows,
} from './palette-rows';

/** Endpoints are read application by application; past this many the palette says that it knows not all. */
const APPLICATIONS_MAX = 100;
const AT_ONCE = 4;

/** Everything the palette can find, from what is in memory; what is not is read meanwhile. */
export function usePaletteRows(): { readonly rows: readonly PaletteRow[]; readonly partial: boolean } {
  const offers = useCommandStore((state) => state.offers);
  const types = useEventTypes().data;
  const applications = useApplications().data;
  const endpoints = useManyEndpoints(applications);
  const rows = useMemo(
    () => [
      ...commandRows(offers),
      ...pageRows(SETTINGS_PAGES),
      ...typeRows(types ?? []),
      ...applicationRows(applications ?? []),
      ...endpointRows(endpoints ?? []),
    ],
    [offers, types, applications, endpoints],
  );
  return { rows, partial: (applications?.length ?? 0) > APPLICATIONS_MAX };
}

function useManyEndpoints(applications: readonly ApplicationOut[] | undefined) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'applications', 'endpoints-of-many'],
    enabled: applications !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const all: (EndpointOut & { appId: string })[] = [];
      const wanted = (applications ?? []).slice(0, APPLICATIONS_MAX);
      for (let from = 0; from < wanted.length; from += AT_ONCE) {
        const some = wanted.slice(from, from + AT_ONCE).map(async ({ id: appId }) => {
          const path = `/app/${encodeURIComponent(appId)}/endpoint`;
          const found = await listAll<EndpointOut>(api, path, {}, signal);
          return found.map((endpoint) => ({ ...endpoint, appId }));
        });
        all.push(...(await Promise.all(some)).flat());
      }
      return all;
    },
  }).data;
}
