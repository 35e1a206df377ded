import { Outlet, useMatch } from 'react-router';
import { toApiFailure } from '../../../api/api-failure';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { FailureNotice } from '../../../ui/failure-notice';
import { LinkButton } from '../../../ui/link-button';
import { toast } from '../../../ui/toast-store';
import { Unread } from '../../../ui/unread';
import { useConnection } from '../../data/use-connections';
import { useSyncTask } from '../../data/use-sync';
import { copyStateLabel, useCopyStep, useFetchCopy, useWorkingCopy } from '../../data/use-working-copy';
import { useCommand } from '../../platform/commands/command-store';
import { useInstance, useTo } from '../../platform/instance';
import styles from './catalog-frame.module.css';

/** The frame of the catalog screens: says where edits go if they do not go to the instance itself. */
export function CatalogFrame() {
  return useInstance().isCopy ? <CopyFrame /> : <Outlet />;
}

function CopyFrame() {
  const copy = useWorkingCopy();
  if (!copy.data) return <Unread what="the working copy" query={copy} />;
  if (copy.data.state === 'none' || copy.data.fetchedAt === null) return <FirstFetch />;
  return (
    <div className={styles.frame}>
      <Line />
      <div className={styles.screen}>
        <Outlet />
      </div>
    </div>
  );
}

/** Shown until the catalog has been fetched once. */
function FirstFetch() {
  const name = useName();
  const fetching = useFetchCopy();
  return (
    <EmptyState
      title={`Fetch the catalog of ${name}`}
      actions={
        <Button kind="primary" isDisabled={fetching.isPending} onPress={() => fetching.mutate()}>
          {fetching.isPending ? 'Fetching' : `Fetch the catalog of ${name}`}
        </Button>
      }
    >
      <p>You edit a copy on this computer, even offline. {name} changes only when you sync.</p>
      {fetching.error && <FailureNotice title={`${name} could not be read`} cause={fetching.error} />}
    </EmptyState>
  );
}

function Line() {
  const name = useName();
  const to = useTo();
  const isReview = useMatch('/:connection/changes') !== null;
  const { data } = useWorkingCopy();
  const sync = useSyncTask();
  const fetching = useFetchCopy();
  useSteps();
  if (!data) return null;
  return (
    <section className={styles.line} aria-label="Working copy" data-pane="">
      <span>
        Working copy of {name}: {copyStateLabel(data, name, Date.now())}
        {sync.isRunning && `, syncing: ${sync.progress}`}
      </span>
      <Button size="small" kind="quiet" isDisabled={fetching.isPending} onPress={() => fetching.mutate()}>
        {fetching.isPending ? 'Fetching' : 'Fetch'}
      </Button>
      {!isReview && (
        <LinkButton size="small" to={to('changes')}>
          Review changes
        </LinkButton>
      )}
      {fetching.error && <FailureNotice title={`${name} could not be read`} cause={fetching.error} />}
    </section>
  );
}

/** Undo and redo over the journal of the working copy. The schema editor has its own undo, so it is left out. */
function useSteps(): void {
  const isSchema = useMatch('/:connection/catalog/:name/schema') !== null;
  const [undo, redo] = [useCopyStep('undo'), useCopyStep('redo')];
  const step = (way: typeof undo, done: string) => () =>
    void way.mutateAsync().then(
      ({ restored, left }) => toast(stepLabel(done, restored, left)),
      (cause: unknown) => toast(toApiFailure(cause).detail),
    );
  useCommand('undo', isSchema ? null : step(undo, 'Undid'), 'Undo the last edit of the working copy');
  useCommand('redo', isSchema ? null : step(redo, 'Redid'), 'Redo the last edit of the working copy');
}

function stepLabel(done: string, restored: readonly string[], left: readonly string[]): string {
  const [only] = restored;
  const what = restored.length === 1 ? `the edit of ${only}` : `edits of ${restored.length} event types`;
  return left.length === 0 ? `${done} ${what}` : `${done} ${what}; ${left.length} changed since`;
}

function useName(): string {
  return useConnection(useInstance().id)?.name ?? 'the instance';
}
