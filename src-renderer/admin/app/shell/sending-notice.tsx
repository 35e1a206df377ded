import { localTime } from '../../../../src-server/contract/local-time';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { usePauseSending, useSending } from '../../data/use-sending';

// Not "a minute ago": a screen reader would announce each change of it.

/** That all sending is paused, above every screen: without it, deliveries that wait would look like a fault. */
export function SendingNotice() {
  const sending = useSending().data;
  const change = usePauseSending();
  if (!sending?.paused) return null;
  return (
    <>
      <Notice
        tone="warning"
        title="All sending is paused"
        actions={
          <Button size="small" isDisabled={change.isPending} onPress={() => change.mutate(false)}>
            Resume sending
          </Button>
        }
      >
        {sending.since !== null && `Since ${localTime(Date.parse(sending.since), Date.now())}. `}
        Messages are accepted, and their deliveries wait in their order.
      </Notice>
      {change.error && <FailureNotice title="Sending was not resumed" cause={change.error} />}
    </>
  );
}
