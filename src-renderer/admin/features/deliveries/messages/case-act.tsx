import { useState } from 'react';
import type { MessageOut } from '../../../../../src-server/contract/message';
import type { MessageDelivery } from '../../../../shared/attempt/use-message-deliveries';
import { useSendAgain } from '../../../../shared/attempt/use-send-again';
import { useEditEndpoint } from '../../../../shared/endpoint/use-endpoints';
import { Button } from '../../../../ui/button';
import { FailureNotice } from '../../../../ui/failure-notice';
import { LinkButton } from '../../../../ui/link-button';
import { Notice } from '../../../../ui/notice';
import { useApplication } from '../../../data/use-applications';
import { ChangeLimit } from '../../../parts/change-limit';
import { useHold } from '../../../parts/use-hold';
import { useTo } from '../../../platform/instance';
import type { CaseAct } from './message-case';

interface CaseActButtonProps {
  readonly appId: string;
  readonly message: Pick<MessageOut, 'id'>;
  readonly act: CaseAct;
}

/** The one act that fits the state of a message, as the primary button of its page. */
export function CaseActButton({ appId, message, act }: CaseActButtonProps) {
  const to = useTo();
  switch (act.kind) {
    case 'retry':
    case 'resend':
      return (
        <SendOnce kind={act.kind} appId={appId} msgId={message.id} endpointId={act.delivery.endpointId} />
      );
    case 'resume':
    case 'enable':
      return act.delivery.endpoint && <Release appId={appId} endpoint={act.delivery.endpoint} />;
    case 'limit':
      return act.delivery.endpoint && <Limit appId={appId} endpoint={act.delivery.endpoint} />;
    case 'filter':
      return (
        <LinkButton
          kind="primary"
          to={act.endpointId ? to('apps', appId, 'endpoints', act.endpointId) : to('apps', appId)}
        >
          {act.endpointId ? 'Open the endpoint' : 'Open the endpoints'}
        </LinkButton>
      );
    case 'add':
      return (
        <LinkButton kind="primary" to={`${to('apps', appId)}?new=endpoint`}>
          Add endpoint
        </LinkButton>
      );
    case 'view':
      return (
        <LinkButton kind="primary" to={`${to('preview')}?app=${appId}`}>
          Show what the customer sees
        </LinkButton>
      );
  }
}

interface SendOnceProps {
  readonly kind: 'retry' | 'resend';
  readonly appId: string;
  readonly msgId: string;
  readonly endpointId: string;
}

function SendOnce({ kind, appId, msgId, endpointId }: SendOnceProps) {
  const again = useSendAgain();
  return (
    <>
      <Button
        kind="primary"
        isDisabled={again.isPending}
        needs={
          kind === 'retry'
            ? 'POST /app/{app}/msg/{message}/retry-now'
            : 'POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend'
        }
        onPress={() => again.mutate({ appId, msgId, endpointId })}
      >
        {kind === 'retry' ? 'Retry now' : 'Send again'}
      </Button>
      {again.error && <FailureNotice title="The message was not sent again" cause={again.error} />}
      {again.data?.as === 'queued' && (
        <Notice tone="info" title="Already on its way. It will be attempted once." />
      )}
      {again.data?.note && <Notice tone="info" title={again.data.note} />}
    </>
  );
}

type Endpoint = NonNullable<MessageDelivery['endpoint']>;

interface EndpointActProps {
  readonly appId: string;
  readonly endpoint: Endpoint;
}

/** Resumes or enables the endpoint that holds the message. */
function Release({ appId, endpoint }: EndpointActProps) {
  const patch = useEditEndpoint({ appId, endpointId: endpoint.id });
  const hold = useHold(endpoint, patch);
  const { disabled } = endpoint;
  return (
    <>
      <Button
        kind="primary"
        isDisabled={patch.isPending}
        needs={
          disabled
            ? 'PATCH /app/{app}/endpoint/{endpoint} disabled'
            : 'PATCH /app/{app}/endpoint/{endpoint} paused'
        }
        onPress={disabled ? hold.toggleDisabled : hold.togglePaused}
      >
        {disabled ? 'Enable endpoint' : 'Resume endpoint'}
      </Button>
      {patch.error && (
        <FailureNotice
          title={`The endpoint was not ${disabled ? 'enabled' : 'resumed'}`}
          cause={patch.error}
        />
      )}
    </>
  );
}

function Limit({ appId, endpoint }: EndpointActProps) {
  const application = useApplication(appId).data;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind="primary"
        isDisabled={!application}
        needs="PATCH /app/{app}/endpoint/{endpoint} rateLimit"
        onPress={() => setOpen(true)}
      >
        Change limit
      </Button>
      {isOpen && application && (
        <ChangeLimit application={application} endpoint={endpoint} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
