import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { useAllowTarget } from '../../data/use-target-consents';

interface AllowRefusedTargetProps {
  /** The host that was refused. */
  readonly host: string;
  /** Called once it is allowed. */
  readonly onAllowed: () => void;
}

/** Offers to allow the non-public address of an endpoint, and explains what that means. */
export function AllowRefusedTarget({ host, onAllowed }: AllowRefusedTargetProps) {
  const allow = useAllowTarget();
  return (
    <>
      <Notice
        tone="warning"
        title={
          <>
            Not saved: <code>{host}</code> is not a public address
          </>
        }
        actions={
          <Button
            size="small"
            isDisabled={allow.isPending}
            onPress={() => whenDone(allow.mutateAsync({ target: host }), onAllowed)}
          >
            Allow this target
          </Button>
        }
      >
        Allowing this target saves the endpoint. Every application, and every customer with a portal link, can
        then send there until you remove the target in the settings, under Targets.
      </Notice>
      {allow.error && <FailureNotice title="The target was not allowed" cause={allow.error} />}
    </>
  );
}
