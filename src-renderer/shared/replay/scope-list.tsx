import type { ReactNode } from 'react';
import { REPLAY_SCOPES, type ReplayScope } from '../../../src-server/contract/replay-scopes';
import { Checkbox } from '../../ui/checkbox';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { numberOf } from '../../ui/number-of';
import { type UiLabels, useUiLabels } from '../../ui/ui-labels';
import type { AgainLabels } from './again-labels';
import { howLong } from './how-long';
import { isPossible, type ReplayChoice, type ReplayTarget } from './replay-choice';
import { byEndpoint, type ScopeCount, sumOfCounts } from './scope-count';
import styles from './send-again.module.css';
import type { useScopeCounts } from './use-replays';

interface ScopeListProps {
  readonly choice: ReplayChoice;
  readonly found: ReturnType<typeof useScopeCounts>;
  readonly chosen: ReadonlySet<ReplayScope>;
  readonly onChoose: (chosen: ReadonlySet<ReplayScope>) => void;
  readonly labels: AgainLabels;
}

/** One box for each scope: how many messages it has, how long they take, and what is left out. */
export function ScopeList({ choice, found, chosen, onChoose, labels }: ScopeListProps) {
  const ui = useUiLabels();
  const toggle = (scope: ReplayScope, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(scope);
    else next.delete(scope);
    onChoose(next);
  };
  return (
    <fieldset className={`${layout.column} ${layout.flush} ${styles.scopes}`}>
      <legend>{labels.which}</legend>
      {REPLAY_SCOPES.map((scope) => {
        const query = found.find((entry) => entry.scope === scope)?.query;
        const isOpen = isPossible(scope, choice);
        return (
          <div key={scope} className={`${layout.gridTop} ${layout.gapFlat} ${styles.scope}`}>
            <Checkbox
              isSelected={isOpen && chosen.has(scope)}
              isDisabled={!isOpen}
              onChange={(isOn) => toggle(scope, isOn)}
              hint={isOpen ? hintOf(scope, query?.data, { labels, ui }) : labels.notSent}
            >
              {labels.scopes[scope]}
            </Checkbox>
            <span className={styles.count} aria-hidden>
              {query?.data
                ? numberOf(sumOfCounts([query.data]).messages, ui.locale)
                : query?.isPending
                  ? '…'
                  : ''}
            </span>
            {query?.error && (
              <FailureNotice
                title={labels.notCounted({ scope: labels.scopes[scope] })}
                cause={query.error}
                onRetry={() => void query.refetch()}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/** What a box means, in a line: the number is said here, for those who do not see it beside the box. */
function hintOf(
  scope: ReplayScope,
  count: ScopeCount | undefined,
  { labels, ui }: { readonly labels: AgainLabels; readonly ui: UiLabels },
): string {
  if (!count) return `${labels.meanings[scope]} ${labels.counting}`;
  const sum = sumOfCounts([count]);
  const { messages, alreadyWaiting, contentRemoved } = sum;
  const queued = scope === 'waiting' ? labels.left.due : labels.left.waiting;
  const left = [
    ...(alreadyWaiting > 0 ? [queued({ count: alreadyWaiting })] : []),
    ...(contentRemoved > 0 ? [labels.left.removed({ count: contentRemoved })] : []),
  ];
  const numbers = [
    ...(messages > 0 ? [labels.total({ count: messages, duration: howLong(sum, labels, ui.duration) })] : []),
    ...(left.length > 0 ? [`${left.join('; ')}.`] : []),
  ];
  return [...numbers, labels.meanings[scope]].join(' ');
}

interface DisabledEndpointsProps {
  readonly counts: readonly ScopeCount[];
  readonly labels: AgainLabels;
  readonly linkTo: ((target: ReplayTarget) => ReactNode) | undefined;
}

/** The endpoints that would refuse, though they have messages in these scopes. */
export function DisabledEndpoints({ counts, labels, linkTo }: DisabledEndpointsProps) {
  const refusing = byEndpoint(counts).filter(({ held, messages }) => held === 'disabled' && messages > 0);
  if (refusing.length === 0) return null;
  return (
    <ul className={`${layout.muted} ${layout.breakable}`}>
      {refusing.map(({ target, messages }) => (
        <li key={target.endpointId}>
          {labels.disabled({ url: target.url, count: messages })} {linkTo?.(target) ?? labels.enableFirst}
        </li>
      ))}
    </ul>
  );
}
