import { exactTime } from '../../../../src-server/contract/local-time';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { useConfirmClock, useHealth } from '../../data/use-health';

const at = (time: string) => exactTime(Date.parse(time));

/** That the clock of the server jumped, above every screen, until it is trusted again. */
export function ClockNotice() {
  const clock = useHealth().data?.clock;
  const confirm = useConfirmClock();
  if (!clock) return null;
  return (
    <>
      <Notice
        tone="warning"
        title="The clock of the server is in doubt"
        actions={
          <Button size="small" isDisabled={confirm.isPending} onPress={() => confirm.mutate()}>
            The clock is right
          </Button>
        }
      >
        It showed {at(clock.to)} when {at(clock.from)} was expected. That is right if the server was off or
        asleep until then, or was started on a backup. Nothing expires and nothing old is removed before{' '}
        {at(clock.steadyAt)}, unless you confirm it.
      </Notice>
      {confirm.error && <FailureNotice title="The clock was not confirmed" cause={confirm.error} />}
    </>
  );
}
