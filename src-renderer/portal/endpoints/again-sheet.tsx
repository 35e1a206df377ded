import { useMemo, useState } from 'react';
import type { ReplayEstimateOut } from '../../../src-server/contract/replay';
import { whenDone } from '../../api/when-done';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { Notice } from '../../ui/notice';
import { REPLAY_SPANS } from '../../ui/replay-spans';
import { Segmented } from '../../ui/segmented';
import { Sheet } from '../../ui/sheet';
import { Skeleton } from '../../ui/skeleton';
import { useWords } from '../look/look-context';
import styles from './portal-endpoints.module.css';
import { type ReplayKind, useEstimate, useStartReplay } from './use-replays';

export interface AgainSheetProps {
  readonly endpointId: string;
  readonly kind: ReplayKind;
  readonly onClose: () => void;
}

type Span = (typeof REPLAY_SPANS)[number]['value'];

/** Since when; then how many messages that is and how long it takes; then the start. */
export function AgainSheet({ endpointId, kind, onClose }: AgainSheetProps) {
  const words = useWords().endpoints.again;
  const [span, setSpan] = useState<Span>('8h');
  const since = useMemo(() => {
    const { ms } = REPLAY_SPANS.find(({ value }) => value === span) ?? REPLAY_SPANS[0];
    return new Date(Date.now() - ms).toISOString();
  }, [span]);
  const spans = REPLAY_SPANS.map(({ value }) => ({ value, label: words.spans[value] }));
  const estimate = useEstimate(endpointId, kind, since);
  const start = useStartReplay(endpointId, kind);
  const recovers = kind === 'recover';
  const count = estimate.data?.messages ?? 0;
  return (
    <Sheet
      title={recovers ? words.recoverTitle : words.replayTitle}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{words.close}</Button>
          <Button
            kind="primary"
            isDisabled={count === 0 || start.isPending}
            onPress={() => whenDone(start.mutateAsync(since), onClose)}
          >
            {words.start(count)}
          </Button>
        </>
      }
    >
      <p>{recovers ? words.recoverMeaning : words.replayMeaning}</p>
      <div className={styles.spans}>
        <span aria-hidden>{words.since}</span>
        <Segmented label={words.since} value={span} onChange={setSpan} options={spans} />
      </div>
      {estimate.error && (
        <FailureNotice
          title={words.notCounted}
          cause={estimate.error}
          onRetry={() => void estimate.refetch()}
        />
      )}
      {estimate.isPending && <Skeleton what={words.counting} rows={3} />}
      {estimate.data && <Estimate estimate={estimate.data} />}
      {count > 0 && <Notice tone="warning" title={recovers ? words.recoverWarning : words.replayWarning} />}
      {start.error && <FailureNotice title={words.notStarted} cause={start.error} />}
    </Sheet>
  );
}

function Estimate({ estimate }: { readonly estimate: ReplayEstimateOut }) {
  const { locale, endpoints } = useWords();
  const words = endpoints.again;
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const { messages, estimatedSeconds, rateLimit, skipped, from } = estimate;
  const left = words.left(skipped.alreadyWaiting, skipped.contentRemoved);
  return (
    <div className={styles.estimate} role="status">
      <p className={styles.big}>{words.count(messages)}</p>
      <p className={styles.quiet}>
        {words.from} {moment.format(new Date(from))}
      </p>
      {messages > 0 && <p>{words.takes(estimatedSeconds, rateLimit)}</p>}
      {left && <p className={styles.quiet}>{left}.</p>}
    </div>
  );
}
