import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { SENDING, sendingFlags, sendingOf } from '../../shared/endpoint/sending';
import { usePatchEndpoint, useRefreshApplications } from '../../shared/endpoint/use-endpoints';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { hostOf } from '../../ui/host-of';
import layout from '../../ui/layout.module.css';
import { Segmented } from '../../ui/segmented';
import { Sheet } from '../../ui/sheet';
import { TextField } from '../../ui/text-field';
import { ButtonLink } from '../button-link';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';

/** Edit, pause, disable and delete. */
export function EndpointActs({ endpoint }: { readonly endpoint: EndpointOut }) {
  const { acts: labels, sending } = useLabels().endpoints;
  const { application } = usePortalSession();
  const patch = usePatchEndpoint(application.id, endpoint.id);
  const [asking, setAsking] = useState(false);
  return (
    <div className={layout.gridStack2}>
      <div className={layout.row}>
        <ButtonLink to={`/endpoints/${endpoint.id}/edit`} kind="plain">
          {labels.edit}
        </ButtonLink>
        <Segmented
          label={sending.label}
          value={sendingOf(endpoint)}
          onChange={(next) => patch.mutate(sendingFlags(next))}
          options={SENDING.map((value) => ({ value, label: sending[value].label }))}
        />
        <Button kind="danger" onPress={() => setAsking(true)}>
          {labels.remove}
        </Button>
      </div>
      {patch.error && <FailureNotice title={labels.failed} cause={patch.error} />}
      {asking && <DeleteEndpoint endpoint={endpoint} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Deletes an endpoint after its host has been typed: its secret is deleted with it and cannot be restored. */
function DeleteEndpoint({ endpoint, onClose }: { endpoint: EndpointOut; onClose: () => void }) {
  const { api, application } = usePortalSession();
  const labels = useLabels().endpoints.acts;
  const queries = useQueryClient();
  const refresh = useRefreshApplications();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const name = hostOf(endpoint.url);
  const remove = async () => {
    setFailure(null);
    try {
      await api.call('DELETE /app/{app}/endpoint/{endpoint}', {
        path: { app: application.id, endpoint: endpoint.id },
      });
      await navigate('/endpoints', { replace: true });
      queries.removeQueries({ queryKey: ['applications', 'endpoint', application.id, endpoint.id] });
      await refresh();
    } catch (cause) {
      setFailure(cause);
    }
  };
  return (
    <Sheet
      title={labels.deleteTitle}
      placement="center"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{labels.keep}</Button>
          <Button kind="danger" isDisabled={typed.trim() !== name} onPress={() => void remove()}>
            {labels.delete}
          </Button>
        </>
      }
    >
      <p className={layout.breakable}>{labels.deleteText(endpoint.url)}</p>
      <TextField
        label={labels.deleteType(name)}
        value={typed}
        onChange={setTyped}
        mono
        autoFocus
        autoComplete="off"
      />
      {failure !== null && <FailureNotice title={labels.notDeleted} cause={failure} />}
    </Sheet>
  );
}
