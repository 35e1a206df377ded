import type { ReactNode } from 'react';
import { SYNC_OUTCOMES, type SyncItemOut, type SyncOutcome } from '../../../../src-server/contract/sync';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { type StatusLook, StatusMark } from '../../../ui/status-mark';
import { toast } from '../../../ui/toast-store';
import { useStopSync, useSyncReceipt, useSyncTask, useUndoSync } from '../../data/working-copy/use-sync';
import { undoneLabel } from './past-syncs';

interface SyncRunProps {
  readonly title: ReactNode;
  /** What the other instance is called. */
  readonly instance: string;
  /** Compares again, to resolve what is left. */
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The progress of a sync with a button to stop it, then its outcome for each event type. */
export function SyncRun({ title, instance, onAgain, onClose }: SyncRunProps) {
  const { taskId, isRunning, progress, receiptId, stopped, fault, error } = useSyncTask();
  const stop = useStopSync();
  const receipt = useSyncReceipt(isRunning ? '' : receiptId);
  if (isRunning || !receipt.data) {
    return (
      <Sheet
        wide
        title={title}
        onClose={onClose}
        footer={
          <>
            <Button
              isDisabled={stop.isPending || !isRunning}
              needs="POST /background-task/{task}/stop"
              onPress={() => stop.mutate(taskId)}
            >
              Stop
            </Button>
            <Button onPress={onClose}>Close</Button>
          </>
        }
      >
        <p role="status">
          Pushing to {instance}: {progress}
        </p>
        <p className={layout.muted}>
          The sync continues if you close this. What was pushed stays if you stop it.
        </p>
        {error && <FailureNotice title="The progress could not be loaded" cause={error} />}
        {stop.error && <FailureNotice title="The sync was not stopped" cause={stop.error} />}
        {receipt.error && <FailureNotice title="The receipt could not be loaded" cause={receipt.error} />}
      </Sheet>
    );
  }
  return (
    <Ended
      title={title}
      items={receipt.data.items}
      error={fault}
      stopped={stopped}
      receiptId={receiptId}
      onAgain={onAgain}
      onClose={onClose}
    />
  );
}

interface EndedProps extends Pick<SyncRunProps, 'title' | 'onAgain' | 'onClose'> {
  readonly items: readonly SyncItemOut[];
  /** Why the sync failed; null: it has not failed. */
  readonly error: string | null;
  readonly stopped: boolean;
  readonly receiptId: string;
}

function Ended({ title, items, error, stopped, receiptId, onAgain, onClose }: EndedProps) {
  const undo = useUndoSync();
  const count = (outcome: SyncOutcome) => items.filter((item) => item.outcome === outcome).length;
  const counts = SYNC_OUTCOMES.filter((outcome) => count(outcome) > 0).map(
    (outcome) => `${count(outcome).toLocaleString('en')} ${LOOK[outcome].label}`,
  );
  const rest = items.length - count('done');
  return (
    <Sheet
      wide
      title={title}
      onClose={onClose}
      footer={
        <>
          {count('done') > 0 && (
            <Button
              isDisabled={undo.isPending}
              onPress={() =>
                whenDone(undo.mutateAsync(receiptId), ({ restored, left }) => {
                  toast(undoneLabel(restored, left));
                  onClose();
                })
              }
            >
              Undo as new changes
            </Button>
          )}
          {(rest > 0 || error) && <Button onPress={onAgain}>Compare again</Button>}
          <Button kind="primary" onPress={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Notice
        tone={error ? 'error' : rest > 0 || stopped ? 'warning' : 'done'}
        title={stopped ? 'Stopped' : error ? 'The sync ended early' : 'Synced'}
      >
        {counts.length === 0 ? 'Nothing to sync.' : `${counts.join(', ')}.`} {error}
        {(rest > 0 || error || stopped) && ' What was not synced stays in your working copy.'}
      </Notice>
      {undo.error && <FailureNotice title="Nothing was undone" cause={undo.error} />}
      <ul className={layout.stack1} aria-label="Event types of this sync">
        {items.slice(0, ITEMS_MAX).map(({ name, outcome, reason }) => (
          <li key={name} className={layout.rowCentered}>
            <StatusMark look={LOOK[outcome]}>{LOOK[outcome].label}</StatusMark>
            <code>{name}</code>
            {reason && <span className={layout.muted}>{reason}</span>}
          </li>
        ))}
        {items.length > ITEMS_MAX && <li>and {items.length - ITEMS_MAX} more, in the receipt</li>}
      </ul>
    </Sheet>
  );
}

const ITEMS_MAX = 500;

const LOOK: Readonly<Record<SyncOutcome, StatusLook & { readonly label: string }>> = {
  done: { label: 'done', tone: 'delivered', glyph: 'M4 8.5 7 11.5 12.5 5' },
  skipped: { label: 'skipped', tone: 'neutral', glyph: 'M4.5 8h7' },
  failed: { label: 'failed', tone: 'failed', glyph: 'M5 5l6 6M11 5l-6 6' },
  conflict: { label: 'needs a choice', tone: 'waiting', glyph: 'M8 4.5v4M8 11v.4' },
};
