import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { Notice } from '../../ui/notice';
import { Segmented } from '../../ui/segmented';
import { Sheet } from '../../ui/sheet';
import { Skeleton } from '../../ui/skeleton';
import { EstimateTable } from './estimate-table';
import { REPLAY_SPANS, type ReplayPlan, sumOfEstimates } from './replay-plan';
import { ReplayProgress } from './replay-progress';
import styles from './replay-sheet.module.css';
import { type ReplayTask, useEstimates, useStartReplay } from './use-replays';

export interface ReplaySheetProps {
  readonly title: string;
  /** Which messages are meant, in a sentence. */
  readonly meaning: ReactNode;
  /** What receivers will see twice, in a sentence. */
  readonly warning: string;
  readonly plan: ReplayPlan;
  /** True lets the reader choose since when; the plan says the first choice otherwise. */
  readonly withSpans?: boolean;
  readonly onClose: () => void;
}

interface Begun {
  readonly tasks: readonly ReplayTask[];
  readonly expected: ReadonlyMap<string, number>;
}

type SpanName = (typeof REPLAY_SPANS)[number]['value'];

/** Messages of the past once more: first how many and how long, then Start, then how it goes, then the receipt. */
export function ReplaySheet({ title, meaning, warning, plan, withSpans, onClose }: ReplaySheetProps) {
  const [span, setSpan] = useState<SpanName>('8h');
  const [begun, setBegun] = useState<Begun | null>(null);
  const wanted = useMemo(() => (withSpans ? sinceSpan(plan, span) : plan), [withSpans, plan, span]);
  const estimates = useEstimates(begun ? null : wanted);
  const start = useStartReplay();
  const known = estimates.flatMap(({ data }) => (data ? [data] : []));
  const total = sumOfEstimates(known);
  const isKnown = known.length === wanted.targets.length;
  const failed = estimates.find(({ error }) => error);
  const begin = () => {
    const expected = new Map(
      wanted.targets.map(({ endpointId }, index) => [endpointId, known[index]?.messages ?? 0]),
    );
    const targets = wanted.targets.filter((_target, index) => (estimates[index]?.data?.messages ?? 0) > 0);
    start.mutate({ plan: wanted, targets }, { onSuccess: (tasks) => setBegun({ tasks, expected }) });
  };
  if (begun) {
    const { tasks, expected } = begun;
    const progress = { title, targets: wanted.targets, expected, onClose };
    return <ReplayProgress {...progress} begun={tasks} />;
  }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={!isKnown || total.messages === 0 || start.isPending}
            onPress={begin}
          >
            {isKnown && total.messages > 0 ? `Send ${count(total.messages)} again` : 'Send again'}
          </Button>
        </>
      }
    >
      <p>{meaning}</p>
      {withSpans && (
        <div className={styles.since}>
          <span aria-hidden>Accepted since</span>
          <Segmented label="Accepted since" value={span} onChange={setSpan} options={REPLAY_SPANS} />
        </div>
      )}
      {failed && (
        <FailureNotice
          title="It cannot be said how many messages that is"
          cause={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!isKnown && !failed && <Skeleton what="how many messages that is" rows={3} />}
      {isKnown && <EstimateTable targets={wanted.targets} estimates={known} />}
      {isKnown && total.messages > 0 && <Notice tone="warning" title={warning} />}
      {start.error && (
        <FailureNotice title="Not every endpoint was begun; see its page for what was" cause={start.error} />
      )}
    </Sheet>
  );
}

function sinceSpan(plan: ReplayPlan, name: SpanName): ReplayPlan {
  const span = REPLAY_SPANS.find(({ value }) => value === name) ?? REPLAY_SPANS[0];
  return { ...plan, body: { ...plan.body, since: new Date(Date.now() - span.ms).toISOString() } };
}

const number = new Intl.NumberFormat('en-GB');

function count(amount: number): string {
  return number.format(amount);
}
