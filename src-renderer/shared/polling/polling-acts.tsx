import type { ReactNode } from 'react';
import type { PollingEndpointOut } from '../../../src-server/contract/polling-endpoint';
import { whenDone } from '../../api/when-done';
import { Button } from '../../ui/button';
import { DeleteByName } from '../../ui/delete-by-name';
import layout from '../../ui/layout.module.css';
import type { EndpointWords } from '../endpoint/edited-endpoint';
import { SaveFailure } from '../forms/save-failure';
import { pollerName } from './polling-state';
import type { PollingWords } from './polling-words';
import { useDeletePollingEndpoint, useEditPollingEndpoint } from './use-polling-endpoints';

interface PollingActsProps {
  readonly appId: string;
  readonly poller: PollingEndpointOut;
  readonly words: PollingWords['acts'];
  readonly fields: EndpointWords;
  /** What leads to its form. */
  readonly edit: ReactNode;
  readonly isDeleting: boolean;
  readonly setDeleting: (isDeleting: boolean) => void;
  readonly onDeleted: () => void;
}

/** Edit, disable, and delete after its name has been typed. */
export function PollingActs({ appId, poller, words, fields, edit, ...props }: PollingActsProps) {
  const { isDeleting, setDeleting, onDeleted } = props;
  const { disabled } = poller;
  const patch = useEditPollingEndpoint({ appId, endpointId: poller.id, words: fields });
  const remove = useDeletePollingEndpoint(appId, poller.id);
  const toggle = () =>
    whenDone(patch.save({ opened: { disabled }, mine: { disabled: !disabled } }), () => undefined);
  return (
    <div className={layout.gridStack2}>
      <div className={layout.row}>
        <Button
          isDisabled={patch.isPending}
          needs="PATCH /app/{app}/polling-endpoint/{poller}"
          onPress={toggle}
        >
          {disabled ? words.enable : words.disable}
        </Button>
        {edit}
        <Button
          kind="danger"
          aria-label={words.removeLabel}
          needs="DELETE /app/{app}/polling-endpoint/{poller}"
          onPress={() => setDeleting(true)}
        >
          {words.remove}
        </Button>
      </div>
      <SaveFailure title={words.failed} saving={patch} />
      {isDeleting && (
        <DeleteByName
          what={words.what}
          name={pollerName(poller)}
          consequence={words.consequence}
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setDeleting(false)}
          onDelete={() => whenDone(remove.mutateAsync(), onDeleted)}
        />
      )}
    </div>
  );
}
