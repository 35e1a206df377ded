import { RotateCw, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { LiveAttempt } from '../../../../src-server/contract/live-event';
import type { ReplayPlan } from '../../../shared/replay/replay-plan';
import { Button } from '../../../ui/button';
import { type AttemptFilter, FILTER_NAMES } from '../../data/attempt-log/attempt-filter';
import type { AttemptLogInUse } from '../../data/attempt-log/use-attempt-log';
import { planOfAttempts, planOfFilter } from '../../data/replay-plan';
import { useServedEventTypes } from '../../data/use-catalog';
import { ReplaySheet } from '../../parts/replay/replay-sheet';
import styles from './deliveries-screen.module.css';

interface BulkBarProps {
  readonly use: AttemptLogInUse;
  readonly filter: AttemptFilter;
  readonly selected: ReadonlySet<string>;
  readonly onClear: () => void;
  /** The sheet for the selected rows; R opens it too. */
  readonly isResending: boolean;
  readonly onResending: (open: boolean) => void;
}

/** Bulk actions: on the selected rows, and on everything that matches the filter. */
export function BulkBar({ use, filter, selected, onClear, isResending, onResending }: BulkBarProps) {
  const types = useServedEventTypes();
  const [plan, setPlan] = useState<ReplayPlan | null>(null);
  const isNarrowed = FILTER_NAMES.some((name) => filter[name] !== '');
  const names = useMemo(() => (types.data ?? []).map(({ name }) => name), [types.data]);
  const planNow = () => planOfFilter(filter, use.sources ?? [], names, Date.now());
  const canReplay = isNarrowed && planNow() !== null;
  if (selected.size === 0 && !canReplay && !plan && !isResending) return null;
  const chosen = [...selected].flatMap((id) => use.log.find(id) ?? []);
  return (
    <section className={styles.bulk} aria-label="Bulk actions">
      {selected.size > 0 && (
        <>
          <span role="status">{chosen.length} selected</span>
          <Button size="small" icon={<RotateCw aria-hidden />} onPress={() => onResending(true)}>
            Send {chosen.length} again
          </Button>
          <Button kind="quiet" size="small" icon={<X aria-hidden />} onPress={onClear}>
            Clear selection
          </Button>
        </>
      )}
      {canReplay && (
        <Button size="small" kind={selected.size > 0 ? 'quiet' : 'plain'} onPress={() => setPlan(planNow())}>
          Send all matches again
        </Button>
      )}
      {plan && (
        <ReplaySheet
          title="Send all matches again"
          meaning={meaningOf(filter)}
          plan={plan}
          onClose={() => setPlan(null)}
        />
      )}
      {isResending && <Chosen attempts={chosen} onBegun={onClear} onClose={() => onResending(false)} />}
    </section>
  );
}

interface ChosenProps {
  /** The rows that were selected when it was opened. */
  readonly attempts: readonly LiveAttempt[];
  readonly onBegun: () => void;
  readonly onClose: () => void;
}

/** The sheet for selected rows. The selection is cleared when the resend starts; the sheet keeps its rows. */
function Chosen({ attempts, onBegun, onClose }: ChosenProps) {
  const [plan] = useState(() => planOfAttempts(attempts));
  return (
    <ReplaySheet
      title="Send selected again"
      meaning="Sends each message to its endpoint again, unchanged, with all its attempts."
      plan={plan}
      onBegun={onBegun}
      onClose={onClose}
    />
  );
}

function meaningOf({ status, code, since }: AttemptFilter): string {
  const which =
    status === 'fail'
      ? 'Every message that was given up, but none that is still retried'
      : status === 'success'
        ? 'Every message that arrived'
        : 'Every message, whatever its outcome';
  const answer =
    code === '' ? '' : `, with ${code === 'none' ? 'no answer' : `the answer ${code}`} in its last attempt`;
  return `${which}${answer}, matching the types and endpoints of the filter${since ? '' : ', from the last 14 days'}.`;
}
