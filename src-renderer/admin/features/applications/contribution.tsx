import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { FleetEndpointOut } from '../../../../src-server/contract/fleet';
import { useSettled } from '../../../ui/use-settled';
import { useApplications } from '../../data/use-applications';
import { useFoundEndpoints } from '../../data/use-endpoint-directory';
import { useCommand } from '../../platform/commands/command-store';
import { useLayer } from '../../platform/commands/layer-store';
import { PAUSE_MS } from '../../platform/commands/palette-row';
import type { Contribution } from '../../platform/contribution';
import { useTo } from '../../platform/instance';
import { CreateApplication } from './create-application';
import { applicationRows, endpointLabel, endpointRows } from './palette-rows';

export const applicationsContribution: Contribution = {
  feature: 'applications',
  useCommands: () => {
    const open = useLayer((state) => state.open);
    useCommand('new-application', () => open('new-application'));
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
      ...new Map([...(newest?.data ?? []), ...(found?.data ?? [])].map((one) => [one.id, one])).values(),
    ],
    [newest, found],
  );
}
