import { useMemo } from 'react';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { FleetEndpointOut } from '../../../../src-server/contract/fleet';
import { useSettled } from '../../../ui/use-settled';
import { useApplications } from '../../data/use-applications';
import { useFoundEndpoints } from '../../data/use-endpoint-directory';
import { PAUSE_MS, type PaletteRow, paletteRow } from '../../platform/commands/palette-row';

/** What the palette finds of applications and their endpoints. */
export function useApplicationRows(query: string): readonly PaletteRow[] {
  const applications = useApplications().data;
  const endpoints = useEndpointsFor(query);
  return useMemo(
    () => [...applicationRows(applications ?? []), ...endpointRows(endpoints)],
    [applications, endpoints],
  );
}

/** There may be very many endpoints: the newest are known, and the instance is asked for those that match the query. */
function useEndpointsFor(query: string): readonly FleetEndpointOut[] {
  const newest = useFoundEndpoints('').data;
  const found = useFoundEndpoints(
    useSettled(newest?.done === false ? endpointLabel(query) : '', PAUSE_MS),
  ).data;
  return useMemo(
    () => [
      ...new Map(
        [...(newest?.data ?? []), ...(found?.data ?? [])].map((endpoint) => [endpoint.id, endpoint]),
      ).values(),
    ],
    [newest, found],
  );
}

/** The part of a palette query that may name an endpoint. Empty: nothing. */
function endpointLabel(query: string): string {
  return /^\s*[>@#]/.test(query) ? '' : query.replace(/^\s*:/, '').trim().slice(0, 200);
}

/** Applications as the palette finds them. */
function applicationRows(applications: readonly ApplicationOut[]): PaletteRow[] {
  return applications.map(({ id, uid, name }) =>
    paletteRow({
      key: `application ${id}`,
      kind: 'application',
      label: name,
      detail: uid ?? '',
      to: ['apps', id],
      texts: [name.toLowerCase(), (uid ?? '').toLowerCase()],
      ids: uid ? [id, uid] : [id],
    }),
  );
}

/** Endpoints as the palette finds them. */
function endpointRows(endpoints: readonly FleetEndpointOut[]): PaletteRow[] {
  return endpoints.map(({ id, uid, url, description, appId, appName }) =>
    paletteRow({
      key: `endpoint ${id}`,
      kind: 'endpoint',
      label: url,
      detail: description === '' ? appName : `${appName}, ${description}`,
      to: ['apps', appId, 'endpoints', id],
      texts: [url.toLowerCase(), appName.toLowerCase(), description.toLowerCase()],
      ids: uid ? [id, uid] : [id],
    }),
  );
}
