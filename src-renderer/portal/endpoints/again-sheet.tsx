import { useMemo, useState } from 'react';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { ReplayEstimateOut } from '../../../src-server/contract/replay';
import { whenDone } from '../../api/when-done';
import type { ReplayPlan } from '../../shared/replay/replay-plan';
import { REPLAY_SPANS, type ReplaySpan, startOfSpan } from '../../shared/replay/replay-spans';
import { useEstimates, useStartReplay } from '../../shared/replay/use-replays';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { Segmented } from '../../ui/segmented';
import { Sheet } from '../../ui/sheet';
import { Skeleton } from '../../ui/skeleton';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-endpoints.module.css';

/** What a customer may send again. */
export type ReplayKind = Exclude<ReplayPlan['kind'], 'bulk-replay'>;

interface AgainSheetProps {
  readonly endpoint: Pick<EndpointOut, 'id' | 'url'>;
  readonly kind: ReplayKind;
  readonly onClose: () => void;
}

/** Asks for the start of the range; then shows how many messages there are and how long they take; then starts. */
export function AgainSheet({ endpoint: { id, url }, kind, onClose }: AgainSheetProps) {
  const { application } = usePortalSession();
  const labels = useLabels().endpoints.again;
  const [span, setSpan] = useState<ReplaySpan>('8h');
  const plan = useMemo<ReplayPlan>(() => {
    const targets = [{ appId: application.id, endpointId: id, url }];
    return { kind, targets, body: { since: startOfSpan(span, Date.now()) } };
  }, [application.id, id, url, kind, span]);
  const spans = REPLAY_SPANS.map(({ value }) => ({ value, label: labels.spans[value] }));
  const [estimate] = useEstimates(plan);
  const start = useStartReplay();
  const recovers = kind === 'recover';
  const count = estimate?.data?.messages ?? 0;
  return (
    <Sheet
      title={recovers ? labels.recoverTitle : labels.replayTitle}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{labels.close}</Button>
          <Button
            kind="primary"
            isDisabled={count === 0 || start.isPending}
            onPress={() => whenDone(start.mutateAsync({ plan, targets: plan.targets }), onClose)}
          >
            {labels.start(count)}
          </Button>
        </>
      }
    >
      <p>{recovers ? labels.recoverMeaning : labels.replayMeaning}</p>
      <div className={styles.spans}>
        <span aria-hidden>{labels.since}</span>
        <Segmented label={labels.since} value={span} onChange={setSpan} options={spans} />
      </div>
      {estimate?.error && (
        <FailureNotice
          title={labels.notCounted}
          cause={estimate.error}
          onRetry={() => void estimate.refetch()}
        />
      )}
      {estimate?.isPending && <Skeleton what={labels.counting} rows={3} />}
      {estimate?.data && <Estimate estimate={estimate.data} />}
      {count > 0 && <Notice tone="warning" title={recovers ? labels.recoverWarning : labels.replayWarning} />}
      {start.error && <FailureNotice title={labels.notStarted} cause={start.error} />}
    </Sheet>
  );
}

function Estimate({ estimate }: { readonly estimate: ReplayEstimateOut }) {
  const { locale, endpoints } = useLabels();
  const labels = endpoints.again;
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const { messages, estimatedSeconds, rateLimit, skipped, from } = estimate;
  const left = labels.left(skipped.alreadyWaiting, skipped.contentRemoved);
  return (
    <div className={styles.estimate} role="status">
      <p className={layout.total}>{labels.count(messages)}</p>
      <p className={layout.muted}>
        {labels.from} {moment.format(new Date(from))}
      </p>
      {messages > 0 && <p>{labels.takes(estimatedSeconds, rateLimit)}</p>}
      {left && <p className={layout.muted}>{left}.</p>}
    </div>
  );
}
