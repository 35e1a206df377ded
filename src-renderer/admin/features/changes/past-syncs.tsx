import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Time } from '../../../ui/time';
import { toast } from '../../../ui/toast-store';
import { useSyncReceipts, useUndoSync } from '../../data/working-copy/use-sync';

/** Only the newest are listed; the API has the others. */
const SHOWN_MAX = 10;

/** The past syncs, each with a button to undo it. */
export function PastSyncs() {
  const receipts = useSyncReceipts();
  const undo = useUndoSync();
  if (!receipts.data || receipts.data.length === 0) return null;
  return (
    <section className={layout.stack2} aria-labelledby="past-syncs">
      <h2 id="past-syncs" className={layout.sectionTitle}>
        Syncs
      </h2>
      {undo.error && <FailureNotice title="Nothing was undone" cause={undo.error} />}
      <ul className={layout.stack1}>
        {receipts.data.slice(0, SHOWN_MAX).map(({ id, createdAt, note }) => (
          <li key={id} className={layout.spread}>
            <span>
              <Time at={createdAt} />
              {note && `: ${note}`}
            </span>
            <Button
              size="small"
              isDisabled={undo.isPending}
              onPress={() =>
                whenDone(undo.mutateAsync(id), ({ restored, left }) => toast(undoneLabel(restored, left)))
              }
            >
              Undo as new changes
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The result of undoing a sync, in words. */
export function undoneLabel(restored: readonly string[], left: readonly string[]): string {
  const done = `${restored.length} ${restored.length === 1 ? 'change' : 'changes'} restored, ready to sync`;
  return left.length === 0 ? done : `${done}; ${left.length} not restored, changed since`;
}
