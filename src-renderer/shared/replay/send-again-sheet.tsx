import { type ReactNode, useMemo, useState } from 'react';
import { exactTime } from '../../../src-server/contract/local-time';
import type { ReplayScope } from '../../../src-server/contract/replay-scopes';
import { whenDone } from '../../api/when-done';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { Segmented } from '../../ui/segmented';
import { Sheet } from '../../ui/sheet';
import { useUiLabels } from '../../ui/ui-labels';
import type { AgainLabels } from './again-labels';
import { EndpointTable } from './endpoint-table';
import { howLong } from './how-long';
import { type ReplayChoice, type ReplayTarget, replayCall } from './replay-choice';
import { REPLAY_SPANS, type ReplaySpan, startOfSpan } from './replay-spans';
import { type ScopeCount, sumOfCounts } from './scope-count';
import { DisabledEndpoints, ScopeList } from './scope-list';
import styles from './send-again.module.css';
import { type BegunReplay, SendAgainProgress } from './send-again-progress';
import { useScopeCounts, useStartReplays } from './use-replays';

interface SendAgainSheetProps {
  readonly choice: ReplayChoice;
  readonly labels: AgainLabels;
  /** Which scopes are ticked at first; absent: what an outage leaves behind. */
  readonly preselected?: readonly ReplayScope[];
  /** Whom and what it is about, in a line, and other ways to send. */
  readonly about: ReactNode;
  /** The filter of the place it was opened from, in words, after "Only". Null: there is none. */
  readonly filterWords?: string | null;
  /** The way to the page where a disabled endpoint is enabled. Absent: it is the page below. */
  readonly linkTo?: (target: ReplayTarget) => ReactNode;
  /** Called when it has started. */
  readonly onBegun?: () => void;
  readonly onClose: () => void;
}

const AFTER_AN_OUTAGE: readonly ReplayScope[] = ['waiting', 'given-up'];
const NOTHING: readonly BegunReplay[] = [];

/** Sends past messages again: first which and how many, then the progress, then the receipt. */
export function SendAgainSheet(props: SendAgainSheetProps) {
  const { labels, about, filterWords = null, linkTo, onBegun, onClose } = props;
  const [chosen, setChosen] = useState<ReadonlySet<ReplayScope>>(
    () => new Set(props.preselected ?? AFTER_AN_OUTAGE),
  );
  const [begun, setBegun] = useState(NOTHING);
  const { duration } = useUiLabels();
  const narrowing = useNarrowing(props.choice);
  const { choice } = narrowing;
  const found = useScopeCounts(begun.length > 0 ? null : choice);
  const start = useStartReplays();
  const counts = found.flatMap(({ scope, query }) => (chosen.has(scope) && query.data ? [query.data] : []));
  const isCounted = found.every(({ scope, query }) => !chosen.has(scope) || !query.isPending);
  const total = sumOfCounts(counts);
  const begin = () => {
    const wanted = startable(counts);
    const calls = wanted.map(({ scope, target }) => replayCall(choice, scope, target));
    whenDone(start.mutateAsync(calls), ({ tasks }) => {
      setBegun(tasks.flatMap((task, n) => (task && wanted[n] ? [{ ...wanted[n], task }] : [])));
      onBegun?.();
    });
  };
  if (begun.length > 0) {
    const failure = start.data?.failure ?? null;
    return <SendAgainProgress begun={begun} failure={failure} labels={labels} onClose={onClose} />;
  }
  const canStart = isCounted && total.messages > 0 && !start.isPending;
  return (
    <Sheet
      title={labels.title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{labels.cancel}</Button>
          <Button kind="primary" isDisabled={!canStart} onPress={begin}>
            {labels.start({ count: isCounted ? total.messages : 0 })}
          </Button>
        </>
      }
    >
      {about}
      <Narrowing use={narrowing} filterWords={filterWords} labels={labels} />
      <ScopeList choice={choice} found={found} chosen={chosen} onChoose={setChosen} labels={labels} />
      <DisabledEndpoints counts={counts} labels={labels} linkTo={linkTo} />
      <p className={layout.total} role="status">
        {!isCounted && labels.counting}
        {isCounted &&
          (total.messages === 0
            ? labels.none
            : labels.total({ count: total.messages, duration: howLong(total, labels, duration) }))}
      </p>
      {choice.targets.length > 1 && total.messages > 0 && <EndpointTable counts={counts} labels={labels} />}
      {counts.some((count) => count.scope !== 'waiting' && sumOfCounts([count]).messages > 0) && (
        <Notice tone="warning" title={labels.twice} />
      )}
      {start.error && <FailureNotice title={labels.nothingStarted} cause={start.error} />}
    </Sheet>
  );
}

/** One task for each scope at each endpoint that has messages in it and accepts them. */
function startable(counts: readonly ScopeCount[]) {
  return counts.flatMap(({ scope, counts: targets }) =>
    targets
      .filter(({ estimate }) => estimate.messages > 0 && estimate.held !== 'disabled')
      .map(({ target, estimate }) => ({ scope, target, expected: estimate.messages })),
  );
}

type SpanName = ReplaySpan | 'chosen';

/** The span and the filter that a choice began with, as they are changed. */
function useNarrowing(original: ReplayChoice) {
  const hasSpan = original.since !== null || original.until !== null;
  const [span, setSpan] = useState<SpanName>(hasSpan ? 'chosen' : '14d');
  const [isFiltered, setFiltered] = useState(true);
  const choice = useMemo<ReplayChoice>(
    () => ({
      ...original,
      ...(span === 'chosen' ? {} : { since: startOfSpan(span, original.askedAtMs), until: null }),
      ...(isFiltered ? {} : { filter: {} }),
    }),
    [original, span, isFiltered],
  );
  return { choice, hasSpan, span, setSpan, isFiltered, clearFilter: () => setFiltered(false) };
}

interface NarrowingProps {
  readonly use: ReturnType<typeof useNarrowing>;
  readonly filterWords: string | null;
  readonly labels: AgainLabels;
}

/** When the messages were accepted, and what else they have in common. Chosen messages need neither. */
function Narrowing({ use, filterWords, labels }: NarrowingProps) {
  const { choice, hasSpan, span, setSpan, isFiltered, clearFilter } = use;
  const { locale } = useUiLabels();
  if (choice.targets.every(({ messageIds }) => messageIds)) return null;
  const spans = REPLAY_SPANS.map(({ value }) => ({ value, label: labels.spans[value] }));
  const own = { value: 'chosen' as const, label: labels.spans.chosen };
  const until = choice.until === null ? choice.askedAtMs : Date.parse(choice.until);
  return (
    <>
      <div className={`${layout.stack1} ${layout.top} ${styles.since}`}>
        <span aria-hidden>{labels.accepted}</span>
        <Segmented<SpanName>
          label={labels.accepted}
          value={span}
          onChange={setSpan}
          options={hasSpan ? [own, ...spans] : spans}
        />
        <span className={layout.meta}>
          {choice.since === null
            ? labels.openSpan
            : labels.chosenSpan({
                since: exactTime(Date.parse(choice.since), locale),
                until: exactTime(until, locale),
              })}
        </span>
      </div>
      {filterWords !== null && isFiltered && (
        <p className={layout.row}>
          {labels.filter({ words: filterWords })}
          <Button kind="quiet" size="small" onPress={clearFilter}>
            {labels.clearFilter}
          </Button>
        </p>
      )}
    </>
  );
}
