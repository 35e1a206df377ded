import { type ReactNode, useMemo, useState } from 'react';
import type { ReplayTaskOut } from '../../../../src-server/contract/replay';
import { whenDone } from '../../../api/when-done';
import { type ReplayPlan, sumOfEstimates } from '../../../shared/replay/replay-plan';
import { REPLAY_SPANS, type ReplaySpan, startOfSpan } from '../../../shared/replay/replay-spans';
import { useEstimates, useStartReplay } from '../../../shared/replay/use-replays';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { Segmented } from '../../../ui/segmented';
import { Sheet } from '../../../ui/sheet';
import { Skeleton } from '../../../ui/skeleton';
import { EstimateTable } from './estimate-table';
import { ReplayProgress } from './replay-progress';
import styles from './replay-sheet.module.css';

interface ReplaySheetProps {
  readonly title: string;
  /** Which messages are sent, in a sentence. */
  readonly meaning: ReactNode;
  /** What receivers will get twice, in a sentence; absent: what is true of every replay. */
  readonly warning?: string;
  readonly plan: ReplayPlan;
  /** True lets the reader choose the start; the range of the plan is then the first choice, if it has an end. */
  readonly withSpans?: boolean;
  /** Called when it has started. */
  readonly onBegun?: () => void;
  readonly onClose: () => void;
}

interface Begun {
  readonly tasks: readonly ReplayTaskOut[];
  readonly expected: ReadonlyMap<string, number>;
}

const TWICE = 'A receiver that already has one of these messages gets it twice, with the same webhook-id.';

/** `plan`: the range of the plan itself. */
type SpanName = ReplaySpan | 'plan';

/** Sends past messages again: first how many and how long, then Start, then the progress, then the receipt. */
export function ReplaySheet(props: ReplaySheetProps) {
  const { title, meaning, warning = TWICE, plan, withSpans, onBegun, onClose } = props;
  const hasRange = Boolean(plan.body.until);
  const [span, setSpan] = useState<SpanName>(hasRange ? 'plan' : '8h');
  const [begun, setBegun] = useState<Begun | null>(null);
  const wanted = useMemo<ReplayPlan>(() => {
    if (!withSpans || span === 'plan') return plan;
    return { ...plan, body: { ...plan.body, since: startOfSpan(span, Date.now()), until: null } };
  }, [withSpans, plan, span]);
  const estimates = useEstimates(begun ? null : wanted);
  const start = useStartReplay();
  const known = estimates.flatMap(({ data }) => (data ? [data] : []));
  const total = sumOfEstimates(known);
  const isKnown = known.length > 0 && estimates.every(({ isPending }) => !isPending);
  const failed = estimates.filter(({ error }) => error);
  const begin = () => {
    const expected = new Map(
      wanted.targets.map(({ endpointId }, index) => [endpointId, estimates[index]?.data?.messages ?? 0]),
    );
    const targets = wanted.targets.filter((_target, index) => (estimates[index]?.data?.messages ?? 0) > 0);
    whenDone(start.mutateAsync({ plan: wanted, targets }), (tasks) => {
      setBegun({ tasks, expected });
      onBegun?.();
    });
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
          <Segmented
            label="Accepted since"
            value={span}
            onChange={setSpan}
            options={hasRange ? [{ value: 'plan', label: 'Chosen span' }, ...REPLAY_SPANS] : REPLAY_SPANS}
          />
        </div>
      )}
      {failed.map(({ error, refetch }) => {
        const index = estimates.findIndex((one) => one.error === error);
        const url = wanted.targets[index]?.url ?? '';
        return (
          <FailureNotice
            key={wanted.targets[index]?.endpointId}
            title={wanted.targets.length > 1 ? `Skipped: ${url}` : 'The messages could not be counted'}
            cause={error}
            onRetry={() => void refetch()}
          />
        );
      })}
      {estimates.some(({ isPending }) => isPending) && <Skeleton what="the number of messages" rows={3} />}
      {isKnown && <EstimateTable targets={wanted.targets} estimates={estimates.map(({ data }) => data)} />}
      {isKnown && total.messages > 0 && <Notice tone="warning" title={warning} />}
      {start.error && (
        <FailureNotice
          title="Not every replay was started. Check the page of each endpoint"
          cause={start.error}
        />
      )}
    </Sheet>
  );
}

const number = new Intl.NumberFormat('en-GB');

function count(amount: number): string {
  return number.format(amount);
}
