import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BackgroundTaskOut } from '../../../../src-server/contract/background-task';
import type { ReplayEstimateOut } from '../../../../src-server/contract/replay';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { Select } from '../../../ui/select';
import { Sheet } from '../../../ui/sheet';
import { Skeleton } from '../../../ui/skeleton';
import { useInstance } from '../../frame/instance';
import { counted, durationInWords } from './amount-in-words';
import styles from './resend-failed.module.css';
import { type TimeSpan, timeOfDay } from './time-span';

const SINCE = [
  { value: '3600', label: 'The last hour' },
  { value: '86400', label: 'The last 24 hours' },
  { value: '604800', label: 'The last 7 days' },
  { value: '1209600', label: 'The last 14 days' },
] as const;
const FOLLOW_EVERY_MS = 1000;

export interface ResendFailedProps {
  readonly appId: string;
  readonly endpointId: string;
  /** The stretch that was chosen in the charts; null: none. */
  readonly span: TimeSpan | null;
  readonly onClose: () => void;
}

/** Sends what failed once more: how many and how long first, then how far it has come. */
export function ResendFailed({ appId, endpointId, span, onClose }: ResendFailedProps) {
  const { id, api } = useInstance();
  const [choice, setChoice] = useState<string>(span ? 'span' : '86400');
  const [openedMs] = useState(() => Date.now());
  const path = `/app/${encodeURIComponent(appId)}/endpoint/${encodeURIComponent(endpointId)}/recover`;
  const range = rangeOf(choice, span, openedMs);
  const estimate = useQuery({
    queryKey: [id, 'deliveries', 'recover', endpointId, range],
    queryFn: ({ signal }) => api.post<ReplayEstimateOut>(path, { ...range, dryRun: true }, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const start = useMutation({ mutationFn: () => api.post<BackgroundTaskOut>(path, range) });
  const messages = estimate.data?.messages ?? 0;
  return (
    <Sheet
      title="Send again what failed"
      placement="center"
      onClose={onClose}
      footer={
        start.data ? (
          <Button onPress={onClose}>Close</Button>
        ) : (
          <Button
            kind="primary"
            isDisabled={messages === 0 || estimate.isFetching || start.isPending}
            onPress={() => start.mutate()}
          >
            {messages === 0 ? 'Send again' : `Send ${messages.toLocaleString('en')} again`}
          </Button>
        )
      }
    >
      <div className={styles.body}>
        {start.data ? (
          <Progress begun={start.data} />
        ) : (
          <>
            <Select
              label="Accepted in"
              value={choice}
              onChange={setChoice}
              options={[
                ...(span
                  ? [
                      {
                        value: 'span',
                        label: `The chosen span, ${timeOfDay(span.fromS)} to ${timeOfDay(span.untilS)}`,
                      },
                    ]
                  : []),
                ...SINCE,
              ]}
            />
            {estimate.isPending && <Skeleton what="how many failed" rows={2} />}
            {estimate.error && <FailureNotice title="This cannot be sent again" cause={estimate.error} />}
            {estimate.data && <p data-testid="resend-estimate">{estimateInWords(estimate.data)}</p>}
            {start.error && <FailureNotice title="Nothing was sent again" cause={start.error} />}
          </>
        )}
      </div>
    </Sheet>
  );
}

function Progress({ begun }: { readonly begun: BackgroundTaskOut }) {
  const { id, api } = useInstance();
  const path = `/background-task/${encodeURIComponent(begun.id)}`;
  const followed = useQuery({
    queryKey: [id, 'deliveries', 'task', begun.id],
    queryFn: ({ signal }) => api.get<BackgroundTaskOut>(path, {}, signal),
    initialData: begun,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? FOLLOW_EVERY_MS : false),
  });
  const stop = useMutation({
    mutationFn: () => api.post<BackgroundTaskOut>(`${path}/stop`),
    onSuccess: () => void followed.refetch(),
  });
  const task = followed.data;
  const queued = Number(task.data.queued ?? 0);
  const text = `${counted(queued, 'message')} queued for this endpoint, and sent in order, at the limit.`;
  if (task.status === 'failed') {
    return (
      <Notice tone="error" title="It could not be finished">
        {task.data.error ?? 'The service did not say why.'} {text}
      </Notice>
    );
  }
  if (task.status === 'finished') {
    return (
      <Notice tone="done" title={task.data.stopped ? 'Stopped' : 'All are on their way'}>
        {text}
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      title="Queuing"
      actions={
        <Button size="small" isDisabled={stop.isPending} onPress={() => stop.mutate()}>
          Stop
        </Button>
      }
    >
      {text}
    </Notice>
  );
}

function rangeOf(choice: string, span: TimeSpan | null, openedMs: number) {
  const iso = (ms: number) => new Date(ms).toISOString();
  if (choice === 'span' && span) {
    return { since: iso(span.fromS * 1000), until: iso((span.untilS + 1) * 1000) };
  }
  return { since: iso(openedMs - Number(choice) * 1000) };
}

/** What a resend would do, before it does it. */
export function estimateInWords(estimate: ReplayEstimateOut): string {
  const { messages, skipped, waiting, rateLimit, estimatedSeconds } = estimate;
  if (messages === 0) {
    return skipped.alreadyWaiting > 0
      ? `Nothing to send again: ${counted(skipped.alreadyWaiting, 'message')} that failed wait for this endpoint already.`
      : 'Nothing that failed in this time is left to be sent again.';
  }
  const left = [
    skipped.alreadyWaiting > 0 && `${skipped.alreadyWaiting.toLocaleString('en')} wait already`,
    skipped.contentRemoved > 0 && `${skipped.contentRemoved.toLocaleString('en')} have no content any more`,
  ].filter(Boolean);
  const parts = [
    `${counted(messages, 'message')} failed and will be sent again.`,
    left.length > 0 ? `Left out: ${left.join(', ')}.` : '',
    waiting > 0 ? `${waiting.toLocaleString('en')} wait before them.` : '',
    estimatedSeconds === null
      ? 'They leave as fast as the receiver answers.'
      : `About ${durationInWords(estimatedSeconds)}${rateLimit === null ? '' : ` at ${rateLimit.toLocaleString('en')}/s`}.`,
  ];
  return parts.filter(Boolean).join(' ');
}
