import type { EventTypeVersionOut } from '../../../../../src-server/contract/event-type-history';
import { eventTypeDiff } from '../../../../../src-server/json-schema/event-type-changes';
import { whenDone } from '../../../../api/when-done';
import { Button } from '../../../../ui/button';
import { ChangeList } from '../../../../ui/change-list';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Sheet } from '../../../../ui/sheet';
import { Skeleton } from '../../../../ui/skeleton';
import { toast } from '../../../../ui/toast-store';
import { useUsage } from '../../../data/use-usage';
import { receiversSentence } from './reach-message';
import { useRestoreVersion, useVersion } from './use-history';

interface RestoreVersionProps {
  readonly name: string;
  readonly version: number;
  /** The current state of the event type, or its state when it was deleted. */
  readonly newest: EventTypeVersionOut;
  readonly onClose: () => void;
}

/** Says what restoring a version changes, and does it. */
export function RestoreVersion({ name, version, newest, onClose }: RestoreVersionProps) {
  const wanted = useVersion(name, version);
  const current = useVersion(name, newest.version);
  const usage = useUsage(name);
  const restore = useRestoreVersion(name);
  const isDeleted = newest.act === 'delete';
  const submit = () =>
    whenDone(restore.mutateAsync({ version, over: isDeleted ? null : newest.version }), (made) => {
      onClose();
      const undo = () => restore.mutateAsync({ version: newest.version, over: made });
      toast(`Restored ${name} from version ${version}`, isDeleted ? null : undo);
    });
  const diff = wanted.data && current.data ? eventTypeDiff(current.data.content, wanted.data.content) : null;
  return (
    <Sheet
      title={`Restore version ${version}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={restore.isPending}
            needs="POST /event-type/{name}/history/{version}/restore"
            onPress={submit}
          >
            Restore version {version}
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        <p>
          {isDeleted
            ? `Adds ${name} to the catalog again, as it was in this version.`
            : `Sets ${name} back to this version. The current version stays in the history.`}{' '}
          {usage.data ? receiversSentence(usage.data) : 'Does not affect delivery.'}
        </p>
        {(wanted.error ?? current.error) && (
          <FailureNotice title="The version could not be loaded" cause={wanted.error ?? current.error} />
        )}
        {!diff && !wanted.error && !current.error && <Skeleton what="the changes" rows={3} />}
        {diff && diff.changes.length === 0 && <p>This version is identical to the current one.</p>}
        {diff && diff.changes.length > 0 && <ChangeList changes={diff.changes} more={diff.more} />}
        {restore.error && <FailureNotice title="Nothing was changed" cause={restore.error} />}
      </div>
    </Sheet>
  );
}
