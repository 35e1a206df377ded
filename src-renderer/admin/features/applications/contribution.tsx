import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { ApplicationOut } from '../../../../src-server/contract/application';
import type { FleetEndpointOut } from '../../../../src-server/contract/fleet';
import { useSettled } from '../../../ui/use-settled';
import { useApplications } from '../../data/use-applications';
import { useFoundEndpoints } from '../../data/use-endpoint-directory';
import { useCommand } from '../../platform/commands/command-store';
import { useLayer } from '../../platform/commands/layer-store';
import { PAUSE_MS, type PaletteRow, paletteRow } from '../../platform/commands/palette-row';
import type { Contribution } from '../../platform/contribution';
import { useTo } from '../../platform/instance';
import { useWhenMay } from '../../platform/use-when-may';
import { CreateApplication } from './create-application';

export const applicationsContribution: Contribution = {
  feature: 'applications',
  useCommands: () => {
    const open = useLayer((state) => state.open);
    const when = useWhenMay();
    useCommand(
      'new-application',
      when('POST /app', () => open('new-application')),
    );
  },
  usePaletteRows: (query) => {
    const applications = useApplications().data;
    const endpoints = useEndpointsFor(query);
    return useMemo(
      () => [...applicationRows(applications ?? []), ...endpointRows(endpoints)],
      [applications, endpoints],
    );
  },
  layers: { 'new-application': NewApplication },
};

function NewApplication({ onClose }: { readonly onClose: () => void }) {
  const to = useTo();
  const navigate = useNavigate();
  return <CreateApplication onClose={onClose} onCreated={({ id }) => void navigate(to('apps', id))} />;
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
