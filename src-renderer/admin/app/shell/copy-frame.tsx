import { Link, Outlet, useLocation, useMatch, useNavigate } from 'react-router';
import { localTime } from '../../../../src-server/contract/local-time';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Unread } from '../../../ui/unread';
import { changesLabel, newsLabels } from '../../data/working-copy/copy-status';
import { useConnection } from '../../data/working-copy/use-connections';
import { useSyncTask } from '../../data/working-copy/use-sync';
import { useFetchCopy, useWorkingCopy } from '../../data/working-copy/use-working-copy';
import { useCommand } from '../../platform/commands/command-store';
import { useInstance, useTo } from '../../platform/instance';
import { CopySteps } from './copy-steps';
import styles from './frame.module.css';

/** Says where edits go that go to a working copy, or offers to pull it. */
export function CopyFrame() {
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

/** Shown until the catalog has been pulled once. */
function FirstFetch() {
  const name = useName();
  const fetching = useFetchCopy();
  return (
    <EmptyState
      title={`Pull the catalog of ${name}`}
      actions={
        <Button kind="primary" isDisabled={fetching.isPending} onPress={() => fetching.mutate()}>
          {fetching.isPending ? 'Pulling' : `Pull the catalog of ${name}`}
        </Button>
      }
    >
      <p>You edit a copy on this computer, even offline. {name} changes only when you push.</p>
      {fetching.error && <FailureNotice title={`${name} could not be read`} cause={fetching.error} />}
    </EmptyState>
  );
}

/** Where the working copy stands, and its acts: "Production (working copy) · 3 changes · pulled 13:21". */
function Line() {
  const name = useName();
  const { isFolder } = useInstance();
  const to = useTo();
  const isReview = useMatch('/:connection/changes') !== null;
  const { data } = useWorkingCopy();
  const sync = useSyncTask();
  const navigate = useNavigate();
  const { search } = useLocation();
  const toSync = (act: 'pull' | 'push') => {
    // What the list of changes is narrowed to stays.
    const address = new URLSearchParams(isReview ? search : '');
    address.set('sync', act);
    return `${to('changes')}?${address}`;
  };
  const go = (act: 'pull' | 'push') => () => void navigate(toSync(act));
  useCommand('pull', go('pull'), `Pull from ${name}`, isReview);
  useCommand('sync', go('push'), `Push to ${name}`, isReview);
  if (!data) return null;
  const { changes, fetchedAt } = data;
  const later = [
    ...newsLabels(data, isFolder),
    ...(fetchedAt === null ? [] : [`pulled ${localTime(Date.parse(fetchedAt), Date.now())}`]),
    ...(sync.isRunning ? [`syncing: ${sync.progress}`] : []),
  ];
  return (
    <section
      className={`${layout.rowCenteredFlat} ${layout.meta} ${styles.line}`}
      aria-label="Working copy"
      data-pane=""
    >
      <span>
        {name} (working copy) · <Link to={to('changes')}>{changesLabel(data)}</Link>
        {later.map((part) => ` · ${part}`)}
      </span>
      <span className={`${layout.pair} ${layout.end}`}>
        <CopySteps />
        <LinkButton size="small" to={toSync('pull')}>
          Pull
        </LinkButton>
        <LinkButton size="small" kind={isReview && changes > 0 ? 'primary' : 'plain'} to={toSync('push')}>
          Push
        </LinkButton>
      </span>
    </section>
  );
}

function useName(): string {
  return useConnection(useInstance().id)?.name ?? 'the instance';
}
