import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ComparisonOut } from '../../../../src-server/contract/working-copy';
import { toApiFailure } from '../../../api/api-failure';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import type { CopyChange } from '../../data/use-changes';
import { noteSync } from '../../data/working-copy/running-sync';
import { useChangeConnection, useConnection } from '../../data/working-copy/use-connections';
import { useBeginSync, useCompare, useSyncTask } from '../../data/working-copy/use-sync';
import { Protected, Swatch } from '../../parts/connections/connection-marks';
import { askForName } from '../../platform/confirm-store';
import { useInstance } from '../../platform/instance';
import { ConflictCards } from './conflict-cards';
import { SyncActs } from './sync-acts';
import {
  type KeptChoices,
  onlyPull,
  planLabel,
  planSync,
  REMOVALS_AT_ONCE,
  standingChoices,
  syncBody,
  withChoice,
} from './sync-choices';
import { SyncRun } from './sync-run';
import { PullStep, PushStep, SyncStep } from './sync-steps';

interface SyncSheetProps {
  /** What was asked for; the other one is offered beside it. */
  readonly act: 'pull' | 'push';
  readonly changes: readonly CopyChange[];
  /** Names excluded from the sync. */
  readonly left: ReadonlySet<string>;
  readonly onLeave: (name: string, isLeft: boolean) => void;
  readonly onClose: () => void;
}

/** A sync in one sheet and three steps, pull, resolve and push; then its receipt. */
export function SyncSheet({ act, changes, left, onLeave, onClose }: SyncSheetProps) {
  const { id, isFolder } = useInstance();
  const connection = useConnection(id);
  const name = connection?.name ?? 'the instance';
  const compare = useCompare();
  const change = useChangeConnection(id);
  const { taskId, isRunning } = useSyncTask();
  const { mutate } = compare;
  const begun = useRef(false);
  useEffect(() => {
    if (!begun.current && taskId === '') mutate();
    begun.current = true;
  }, [mutate, taskId]);
  const again = () => {
    noteSync(id, '');
    mutate();
  };
  const close = () => {
    if (!isRunning) noteSync(id, '');
    onClose();
  };
  const title = (
    <span className={layout.line2}>
      <Swatch connection={connection} />
      Sync with {name}
      {connection?.protected && <Protected />}
    </span>
  );
  if (taskId !== '') {
    return <SyncRun title={title} instance={name} onAgain={again} onClose={close} />;
  }
  if (compare.data && !compare.isPending) {
    const parts = { act, title, instance: name, comparison: compare.data, changes, left, onLeave };
    return <Compared {...parts} onClose={onClose} />;
  }
  return (
    <Sheet wide title={title} onClose={onClose} footer={<Button onPress={onClose}>Cancel</Button>}>
      {compare.error && codeOf(compare.error) === 'other_installation' ? (
        <Notice
          tone="warning"
          title={`This may not be ${name}`}
          actions={
            <Button size="small" onPress={() => whenDone(change.mutateAsync({ installation: null }), again)}>
              Use this instance from now on
            </Button>
          }
        >
          {toApiFailure(change.error ?? compare.error).detail}
        </Notice>
      ) : !isFolder && isOffline(compare.error) ? (
        <Notice
          tone="info"
          title={`${name} is offline. Your edits are safe.`}
          actions={
            <Button size="small" onPress={again}>
              Try again
            </Button>
          }
        >
          {toApiFailure(compare.error).detail}
        </Notice>
      ) : compare.error ? (
        <FailureNotice title={`${name} could not be read`} cause={compare.error} onRetry={again} />
      ) : (
        <p role="status">Reading the catalog of {name}. Nothing is pushed yet.</p>
      )}
    </Sheet>
  );
}

interface ComparedProps extends SyncSheetProps {
  readonly title: ReactNode;
  readonly instance: string;
  readonly comparison: ComparisonOut;
}

function Compared({ act, title, instance, comparison, changes, left, onLeave, onClose }: ComparedProps) {
  const { id, isProtected } = useInstance();
  const form = useDraft(`${id}/sync`, null, onClose);
  const [kept, setKept] = useDrafted<KeptChoices>(form, 'choices', NO_CHOICES);
  const choices = useMemo(() => standingChoices(kept, comparison.conflicts), [kept, comparison]);
  const [mayRemove, setMayRemove] = useState(false);
  const [mayTake, setMayTake] = useState(false);
  const begin = useBeginSync();
  const plan = useMemo(
    () => planSync(comparison, choices, { changes, left }),
    [comparison, choices, changes, left],
  );
  const { writes, takes, unresolved, removals } = plan;
  // Excluded ones stay in the lists, so that they can be included again.
  const fullPlan = useMemo(
    () => planSync(comparison, choices, { changes, left: NO_NAMES }),
    [comparison, choices, changes],
  );
  const conflicts = comparison.conflicts.filter((conflict) => !left.has(conflict.name));
  const isMuch = removals > REMOVALS_AT_ONCE;
  const apply = async (what: 'pull' | 'push') => {
    const label = `push ${changesCount(writes.length)}`;
    if (what === 'push' && isProtected && !(await askForName(id, label))) return;
    const part = what === 'push' ? plan : onlyPull(plan);
    const body = syncBody(part, comparison, { choices, acceptRemovals: mayTake });
    whenDone(begin.mutateAsync(body), form.startOver);
  };
  const isAsked = codeOf(begin.error) === 'confirmation_needed';
  const parts = { instance, changes, conflicts, choices, excluded: left, onLeave };
  return (
    <Sheet
      wide
      title={title}
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <SyncActs
            {...{ act, plan, instance }}
            isHeld={begin.isPending || (isAsked && !mayTake)}
            isPushHeld={isMuch && !mayRemove}
            onApply={(what) => void apply(what)}
          />
        </>
      }
    >
      <p role="status" className={layout.screenTitle}>
        {planLabel(plan)}
      </p>
      {left.size > 0 && <p>{left.size} excluded from this sync.</p>}
      {fullPlan.writes.length + fullPlan.takes.length + conflicts.length === 0 && (
        <Notice tone="done" title="Both sides are identical. Nothing to sync." />
      )}
      <PullStep names={fullPlan.takes} left={takes.length} {...parts} />
      <SyncStep
        step={2}
        title="Resolve"
        left={unresolved}
        nothing={conflicts.length === 0 && 'No conflicts.'}
      >
        {conflicts.length > 0 && (
          <ConflictCards
            {...{ conflicts, choices, changes, instance }}
            draft={form}
            onChoose={(chosen, choice) => setKept((now) => withChoice(now, chosen, choice))}
          />
        )}
        {unresolved > 0 && (
          <p>
            {unresolved} unresolved {unresolved === 1 ? 'conflict stays' : 'conflicts stay'} in your working
            copy.
          </p>
        )}
      </SyncStep>
      <PushStep names={fullPlan.writes} left={writes.length} {...parts}>
        {isMuch && (
          <Checkbox
            isSelected={mayRemove}
            onChange={setMayRemove}
            hint="They are deleted for good. Endpoints that filter on them keep the names."
          >
            Remove {removals} event types from {instance}
          </Checkbox>
        )}
      </PushStep>
      {begin.error && isAsked && (
        <>
          <Notice tone="warning" title={`Much of the catalog is gone on ${instance}`}>
            Nothing was pushed. {toApiFailure(begin.error).detail}
          </Notice>
          <Checkbox isSelected={mayTake} onChange={setMayTake}>
            Sync, and remove them from the working copy too
          </Checkbox>
        </>
      )}
      {begin.error && !isAsked && <FailureNotice title="Nothing was pushed" cause={begin.error} />}
    </Sheet>
  );
}

function changesCount(amount: number): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? 'change' : 'changes'}`;
}

function codeOf(error: Error | null): string | null {
  return error && toApiFailure(error).code;
}

/** The instance could not be reached, which is no fault of a working copy. */
function isOffline(error: Error | null): boolean {
  return ['remote_unreachable', 'remote_timeout'].includes(codeOf(error) ?? '');
}

const NO_CHOICES: KeptChoices = {};
const NO_NAMES: ReadonlySet<string> = new Set();
