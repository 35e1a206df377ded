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
import { Protected, Swatch } from '../../parts/connections/connection-pill';
import { UnsavedNote } from '../../parts/schema-drafts/unsaved-note';
import { askForName } from '../../platform/confirm-store';
import { useInstance } from '../../platform/instance';
import { verbOf, visibilityOf } from './change-facts';
import { ConflictCards } from './conflict-cards';
import {
  type KeptChoices,
  planLabel,
  planSync,
  REMOVALS_AT_ONCE,
  type SyncPlan,
  standingChoices,
  syncBody,
  withChoice,
} from './sync-choices';
import { SyncRun } from './sync-run';

interface SyncSheetProps {
  readonly changes: readonly CopyChange[];
  /** Names excluded from the sync. */
  readonly left: ReadonlySet<string>;
  readonly onLeave: (name: string, isLeft: boolean) => void;
  readonly onClose: () => void;
}

/** A sync in one sheet: fetch, compare, resolve, apply, receipt. */
export function SyncSheet({ changes, left, onLeave, onClose }: SyncSheetProps) {
  const { id } = useInstance();
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
    const parts = { title, instance: name, comparison: compare.data, changes, left, onLeave };
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
      ) : compare.error ? (
        <FailureNotice title={`${name} could not be read`} cause={compare.error} onRetry={again} />
      ) : (
        <p role="status">Fetching the catalog of {name}. Nothing is pushed yet.</p>
      )}
    </Sheet>
  );
}

interface ComparedProps extends SyncSheetProps {
  readonly title: ReactNode;
  readonly instance: string;
  readonly comparison: ComparisonOut;
}

function Compared({ title, instance, comparison, changes, left, onLeave, onClose }: ComparedProps) {
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
  const { writes, takes, open, removals } = plan;
  // Excluded ones stay in the lists, so that they can be included again.
  const fullPlan = useMemo(
    () => planSync(comparison, choices, { changes, left: NO_NAMES }),
    [comparison, choices, changes],
  );
  const conflicts = comparison.conflicts.filter((conflict) => !left.has(conflict.name));
  const isMuch = removals > REMOVALS_AT_ONCE;
  const apply = async () => {
    const label = `push ${writes.length} event ${writes.length === 1 ? 'type' : 'types'}`;
    if (isProtected && writes.length > 0 && !(await askForName(id, label))) return;
    const body = syncBody(plan, comparison, { choices, acceptRemovals: mayTake });
    whenDone(begin.mutateAsync(body), form.startOver);
  };
  const isAsked = codeOf(begin.error) === 'confirmation_needed';
  const isIdle = writes.length + takes.length === 0;
  return (
    <Sheet
      wide
      title={title}
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={isIdle || begin.isPending || (isMuch && !mayRemove) || (isAsked && !mayTake)}
            onPress={() => void apply()}
          >
            {syncLabel(plan, instance)}
          </Button>
        </>
      }
    >
      <p role="status" className={layout.screenTitle}>
        {planLabel(plan)}
      </p>
      {left.size > 0 && <p>{left.size} excluded from this sync.</p>}
      <UnsavedNote />
      {isIdle && open.length === 0 && (
        <Notice tone="done" title="Both sides are identical. Nothing to sync." />
      )}
      {conflicts.length > 0 && (
        <ConflictCards
          conflicts={conflicts}
          choices={choices}
          changes={changes}
          draft={form}
          onChoose={(chosen, choice) => setKept((now) => withChoice(now, chosen, choice))}
        />
      )}
      <Names title={`Push to ${instance}`} names={fullPlan.writes} {...{ changes, left, onLeave }} />
      <Names title={`Pull from ${instance}`} names={fullPlan.takes} {...{ left, onLeave }} />
      {open.length > 0 && (
        <p>
          {open.length} unresolved {open.length === 1 ? 'conflict stays' : 'conflicts stay'} in your working
          copy.
        </p>
      )}
      {isMuch && (
        <Checkbox
          isSelected={mayRemove}
          onChange={setMayRemove}
          hint="They are deleted for good. Endpoints that filter on them keep the names."
        >
          Remove {removals} event types from {instance}
        </Checkbox>
      )}
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

/** What the button does now: it counts exactly what will be written. */
function syncLabel({ writes, takes, open }: SyncPlan, instance: string): string {
  if (writes.length > 0) return `Push ${writes.length.toLocaleString('en')} to ${instance}`;
  if (takes.length > 0) return `Pull ${takes.length.toLocaleString('en')} from ${instance}`;
  return open.length === 0 ? 'Nothing to sync' : 'Resolve conflicts first';
}

function codeOf(error: Error | null): string | null {
  return error && toApiFailure(error).code;
}

/** Maximum number of names listed. */
const NAMED_MAX = 200;
/** A list up to this length is open at first. */
const OPEN_MAX = 10;

const NO_CHOICES: KeptChoices = {};
const NO_NAMES: ReadonlySet<string> = new Set();

interface NamesProps extends Pick<SyncSheetProps, 'left' | 'onLeave'> {
  readonly title: string;
  readonly names: readonly string[];
  /** Absent: only the names are listed. */
  readonly changes?: readonly CopyChange[];
}

function Names({ title, names, changes = [], left, onLeave }: NamesProps) {
  if (names.length === 0) return null;
  const byName = new Map(changes.map((change) => [change.name, change]));
  const saidOf = (name: string) => {
    const change = byName.get(name);
    return change && (visibilityOf(change)?.label ?? verbOf(change));
  };
  return (
    <details open={names.length <= OPEN_MAX}>
      <summary>
        {title}: {names.filter((name) => !left.has(name)).length.toLocaleString('en')}
      </summary>
      <ul className={layout.stack1}>
        {names.slice(0, NAMED_MAX).map((name) => (
          <li key={name}>
            <Checkbox isSelected={!left.has(name)} onChange={(isTaken) => onLeave(name, !isTaken)}>
              <span>
                <code>{name}</code> <span className={layout.muted}>{saidOf(name)}</span>
              </span>
            </Checkbox>
          </li>
        ))}
        {names.length > NAMED_MAX && <li>and {names.length - NAMED_MAX} more</li>}
      </ul>
    </details>
  );
}
