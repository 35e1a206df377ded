import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { whenDone } from '../../api/when-done';
import { SENDING, sendingFlags, sendingOf } from '../../shared/endpoint/sending';
import { useEditEndpoint, useRefreshApplications } from '../../shared/endpoint/use-endpoints';
import { SaveFailure } from '../../shared/forms/save-failure';
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
import { endpointWords } from './endpoint-words';

/** Edit, pause, disable and delete. */
export function EndpointActs({ endpoint }: { readonly endpoint: EndpointOut }) {
  const all = useLabels();
  const { acts: labels, sending } = all.endpoints;
  const { application } = usePortalSession();
  const patch = useEditEndpoint({
    appId: application.id,
    endpointId: endpoint.id,
    words: endpointWords(all),
  });
  const [asking, setAsking] = useState(false);
  const flags = { disabled: endpoint.disabled, paused: endpoint.paused };
  return (
    <div className={layout.gridStack2}>
      <div className={layout.row}>
        <ButtonLink to={`/endpoints/${endpoint.id}/edit`} kind="plain">
          {labels.edit}
        </ButtonLink>
        <Segmented
          label={sending.label}
          value={sendingOf(endpoint)}
          onChange={(next) =>
            whenDone(patch.save({ opened: flags, mine: sendingFlags(next) }), () => undefined)
          }
          options={SENDING.map((value) => ({ value, label: sending[value].label }))}
        />
        <Button kind="danger" onPress={() => setAsking(true)}>
          {labels.remove}
        </Button>
      </div>
      <SaveFailure title={labels.failed} saving={patch} />
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
      <p className={layout.breakable}>{labels.deleteText({ url: endpoint.url })}</p>
      <TextField
        label={labels.deleteType({ name })}
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
