import { Outlet, useMatch } from 'react-router';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Unread } from '../../../ui/unread';
import { useConnection } from '../../data/working-copy/use-connections';
import { useSyncTask } from '../../data/working-copy/use-sync';
import { copyStateLabel, useFetchCopy, useWorkingCopy } from '../../data/working-copy/use-working-copy';
import { useInstance, useTo } from '../../platform/instance';
import { CopySteps } from './copy-steps';
import styles from './frame.module.css';

/** The frame of the catalog screens: says where edits go if they do not go to the instance itself. */
export function CatalogFrame() {
  return useInstance().isCopy ? <CopyFrame /> : <Outlet />;
}

function CopyFrame() {
  const copy = useWorkingCopy();
  if (!copy.data) return <Unread what="the working copy" query={copy} />;
  if (copy.data.state === 'none' || copy.data.fetchedAt === null) return <FirstFetch />;
  return (
    <div className={layout.screen}>
      <Line />
      <div className={layout.scrollingRest}>
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
  const { isFolder } = useInstance();
  const to = useTo();
  const isReview = useMatch('/:connection/changes') !== null;
  const { data } = useWorkingCopy();
  const sync = useSyncTask();
  const fetching = useFetchCopy();
  if (!data) return null;
  return (
    <section
      className={`${layout.rowCenteredFlat} ${layout.meta} ${styles.line}`}
      aria-label="Working copy"
      data-pane=""
    >
      <CopySteps />
      <span>
        Working copy of {name}: {copyStateLabel(data, { name, isFolder }, Date.now())}
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

function useName(): string {
  return useConnection(useInstance().id)?.name ?? 'the instance';
}
