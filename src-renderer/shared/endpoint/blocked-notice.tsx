import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { BlockingMessageOut, PaceOut } from '../../../src-server/contract/pace';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { inserted, slot } from '../../ui/inserted';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { Time } from '../../ui/time';
import { useUiLabels } from '../../ui/ui-labels';
import { useApiScope } from '../api-scope';

interface BlockedNoticeProps {
  readonly appId: string;
  readonly endpoint: EndpointOut;
  readonly pace: PaceOut | undefined;
  readonly linkTo: (messageId: string) => ReactNode;
  /** What this reader may do about it. */
  readonly mayRetry: boolean;
  readonly maySkip: boolean;
}

/** Which message holds all others of an ordered endpoint, until when, and what to do about it. Renders nothing while none does. */
export function BlockedNotice({ pace, ...props }: BlockedNoticeProps) {
  const { disabled, paused } = props.endpoint;
  if (!pace?.blockedBy || disabled || paused) return null;
  return <Blocked key={pace.blockedBy.messageId} by={pace.blockedBy} {...props} />;
}

type BlockedProps = Omit<BlockedNoticeProps, 'pace'> & { readonly by: BlockingMessageOut };

function Blocked({ appId, endpoint, by, linkTo, mayRetry, maySkip }: BlockedProps) {
  const labels = useUiLabels().blocked;
  const [isAsking, setAsking] = useState(false);
  const { retry, skip } = useActs(appId, endpoint.id, by.messageId);
  const isPending = retry.isPending || skip.isPending;
  const isDue = Date.parse(by.dueAt) <= Date.now();
  const attempt = { attempt: by.attempt, of: by.plannedAttempts };
  const confirmation = (
    <>
      <Button size="small" autoFocus onPress={() => setAsking(false)}>
        {labels.keep}
      </Button>
      <Button size="small" kind="danger" isDisabled={isPending} onPress={() => skip.mutate()}>
        {labels.skipConfirm}
      </Button>
    </>
  );
  const acts = (
    <>
      {mayRetry && (
        <Button
          size="small"
          isDisabled={isPending}
          needs="POST /app/{app}/msg/{message}/retry-now"
          onPress={() => retry.mutate()}
        >
          {labels.retry}
        </Button>
      )}
      {maySkip && (
        <Button
          size="small"
          isDisabled={isPending}
          needs="POST /app/{app}/endpoint/{endpoint}/skip"
          onPress={() => setAsking(true)}
        >
          {labels.skip}
        </Button>
      )}
    </>
  );
  return (
    <div className={layout.stack2}>
      <Notice
        tone="warning"
        title={
          isDue
            ? inserted(labels.titleNow({ message: slot(0), ...attempt }), linkTo(by.messageId))
            : inserted(
                labels.title({ message: slot(0), at: slot(1), ...attempt }),
                linkTo(by.messageId),
                <Time at={by.dueAt} as="since" />,
              )
        }
        actions={isAsking ? confirmation : acts}
      >
        {isAsking ? labels.skipText : labels.text}
      </Notice>
      {retry.error && <FailureNotice title={labels.notRetried} cause={retry.error} />}
      {skip.error && <FailureNotice title={labels.notSkipped} cause={skip.error} />}
    </div>
  );
}

/** Sends the message now, or gives it up. */
function useActs(appId: string, endpointId: string, messageId: string) {
  const { api, key } = useApiScope();
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      ['applications', 'deliveries'].map((what) => client.invalidateQueries({ queryKey: [...key, what] })),
    );
  const retry = useMutation({
    mutationFn: () =>
      api.call('POST /app/{app}/msg/{message}/retry-now', {
        path: { app: appId, message: messageId },
        body: { endpointId },
      }),
    onSettled,
  });
  const skip = useMutation({
    mutationFn: () =>
      api.call('POST /app/{app}/endpoint/{endpoint}/skip', {
        path: { app: appId, endpoint: endpointId },
        body: { messageId },
      }),
    onSettled,
  });
  return { retry, skip };
}
