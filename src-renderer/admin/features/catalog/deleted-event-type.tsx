import { FailureNotice } from '../../../ui/failure-notice';
import { LinkButton } from '../../../ui/link-button';
import { Notice } from '../../../ui/notice';
import { Skeleton } from '../../../ui/skeleton';
import { Time } from '../../../ui/time';
import { useInstance, useTo } from '../../platform/instance';
import { EventTypeHistory } from './event-type-history';
import { useHistory } from './use-history';

/** Shown for an event type that does not exist: its history if it was deleted, otherwise that there is none. */
export function DeletedEventType({ name, cause }: { readonly name: string; readonly cause: unknown }) {
  const { isCopy } = useInstance();
  const to = useTo();
  const history = useHistory(name);
  const newest = history.data?.pages[0]?.data[0];
  if (isCopy) {
    return (
      <Notice
        tone="info"
        title={`${name} is not in the working copy`}
        actions={
          <LinkButton size="small" to={to('changes')}>
            Review changes
          </LinkButton>
        }
      >
        If it was removed here, discard that change to restore it.
      </Notice>
    );
  }
  if (history.isPending) return <Skeleton what={name} />;
  if (!newest) return <FailureNotice title={`There is no event type ${name}`} cause={cause} />;
  return (
    <>
      <Notice tone="info" title={`${name} is no longer in the catalog`}>
        {newest.author ?? 'Someone'} deleted it <Time at={newest.createdAt} />. Its history is kept. Restore a
        version to add it again.
      </Notice>
      <EventTypeHistory name={name} />
    </>
  );
}
