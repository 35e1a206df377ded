import { RotateCw, X } from 'lucide-react';
import { Link } from 'react-router';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import { responseLabel } from '../../../shared/attempt/response-label';
import { useMessage } from '../../../shared/attempt/use-message';
import { useSendAgain } from '../../../shared/attempt/use-send-again';
import { Button } from '../../../ui/button';
import { capitalize } from '../../../ui/capitalize';
import { CopyButton } from '../../../ui/copy-button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Notice } from '../../../ui/notice';
import { Status } from '../../../ui/status';
import { Time } from '../../../ui/time';
import { useAttempts, useDestinations } from '../../data/use-deliveries';
import { useWhy } from '../../data/use-why';
import { useCommand } from '../../platform/commands/command-store';
import { copyAct } from '../../platform/commands/copy-act';
import { useThingInView } from '../../platform/commands/thing-in-view';
import { useAriaKeys } from '../../platform/commands/use-aria-keys';
import { useTo } from '../../platform/instance';
import { useWhenMay } from '../../platform/use-when-may';
import { AttemptRequest } from './attempt-request';
import { AttemptResponse } from './attempt-response';
import { AttemptTimeline } from './attempt-timeline';
import styles from './deliveries-screen.module.css';
import facts from './facts.module.css';
import { MessageAgain } from './message-again';
import { SchemaCheck } from './schema-check';

interface AttemptInspectorProps {
  readonly attempt: LiveAttempt;
  /** True: the list has it, and sends it again by key. */
  readonly isListed: boolean;
  readonly onClose: () => void;
  /** Shows another attempt of the same delivery. */
  readonly onChoose: (id: string, attempt: LiveAttempt) => void;
}

/** One attempt in full: how to send it again, what came back or went wrong, the other attempts, and the request. */
export function AttemptInspector({ attempt, isListed, onClose, onChoose }: AttemptInspectorProps) {
  const when = useWhenMay();
  const { appId, msgId, endpointId } = attempt;
  const attempts = useAttempts(appId, msgId);
  const delivery = useDestinations(appId, msgId).data?.find(({ id }) => id === endpointId);
  const again = useSendAgain<LiveAttempt>();
  const message = useMessage(appId, msgId);
  const inspectorKeys = useAriaKeys('inspector');
  const againKeys = useAriaKeys('resend');
  useThingInView(`Attempt of ${attempt.eventType}`);
  useCommand('copy-id', copyAct(attempt.id, attempt.id), 'Copy the id of the attempt', true);
  const act = useWhy(appId, msgId).data?.get(endpointId)?.again;
  useCommand(
    'resend',
    isListed || act === null
      ? null
      : when('POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend', () => again.mutate(attempt)),
    undefined,
    true,
  );
  const own = attempts.data?.filter((other) => other.endpointId === endpointId) ?? [];
  const response = own.find(({ id }) => id === attempt.id)?.response;
  const chooseOther = (id: string) => {
    const other = own.find((candidate) => candidate.id === id);
    if (other) onChoose(id, { ...other, appId, eventType: attempt.eventType });
  };
  return (
    <aside className={`${layout.pane} ${layout.ruledLeft}`} aria-label="Attempt" data-pane="">
      <header className={`${layout.line2} ${layout.underlined} ${styles.head}`}>
        <Status status={attempt.statusText} />
        <span className={`${layout.space} ${layout.muted} ${layout.numbers}`}>
          {responseLabel(attempt)}, {attempt.responseDurationMs} ms
        </span>
        <Button
          kind="quiet"
          size="small"
          icon={<X aria-hidden />}
          aria-label="Close the inspector"
          {...inspectorKeys}
          onPress={onClose}
        />
      </header>
      <div className={`${layout.stack4} ${layout.padded4} ${layout.scrollingRest}`}>
        <h2 className={layout.shrinking}>
          <NameLockup name={attempt.eventType} size="title" />
        </h2>
        <div className={layout.row}>
          {act !== null && (
            <Button
              icon={<RotateCw aria-hidden />}
              isDisabled={again.isPending}
              needs={
                act === 'retry'
                  ? 'POST /app/{app}/msg/{message}/retry-now'
                  : 'POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend'
              }
              {...againKeys}
              onPress={() => again.mutate(attempt)}
            >
              {act === 'retry' ? 'Retry now' : 'Send again'}
            </Button>
          )}
          <MessageAgain
            label="Choose what to send"
            appId={appId}
            msgId={msgId}
            acceptedAt={message.data?.timestamp}
            targets={[{ appId, endpointId, url: attempt.url }]}
          />
        </div>
        {again.error && <FailureNotice title="The message was not sent again" cause={again.error} />}
        {again.isSuccess && (
          <Notice
            tone="done"
            title={
              again.data.as === 'queued'
                ? 'Already queued. It will be sent once.'
                : 'Queued. The new attempt appears in the list once it has ended.'
            }
          >
            {again.data.note}
          </Notice>
        )}
        <Facts attempt={attempt} />
        {response !== undefined && <AttemptResponse attempt={attempt} response={response} />}
        {own.length > 0 && (
          <AttemptTimeline attempts={own} currentId={attempt.id} onChoose={chooseOther} delivery={delivery} />
        )}
        <AttemptRequest attempt={attempt} />
        <SchemaCheck sent={attempt} />
      </div>
    </aside>
  );
}

function Facts({ attempt }: { readonly attempt: LiveAttempt }) {
  const to = useTo();
  const why = useWhy(attempt.appId, attempt.msgId).data?.get(attempt.endpointId);
  return (
    <dl className={facts.facts}>
      <dt>Sent</dt>
      <dd>
        <span>
          <Time at={attempt.timestamp} as="clock" />, <Time at={attempt.timestamp} />
          {attempt.triggerType === 1 && ', manual'}
        </span>
      </dd>
      <dt>To</dt>
      <dd>
        <Link to={to('apps', attempt.appId, 'endpoints', attempt.endpointId)} className={facts.url}>
          {attempt.url}
        </Link>
      </dd>
      {why && (
        <>
          <dt>Delivery</dt>
          <dd>{capitalize(why.sentence)}.</dd>
        </>
      )}
      <dt>Message</dt>
      <dd>
        <Link to={to('deliveries', 'messages', attempt.appId, attempt.msgId)} className={facts.url}>
          {attempt.msgId}
        </Link>
        <CopyButton text={attempt.msgId} what="message id" />
      </dd>
    </dl>
  );
}
