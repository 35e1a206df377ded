import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import type { useJob } from '../../data/use-service';

interface ProofFailuresProps {
  readonly job: Pick<ReturnType<typeof useJob>, 'data' | 'error' | 'isRunning'>;
}

/** Why a proof has no result: it failed, it was stopped, or it could not be started. */
export function ProofFailures({ job: { data, error, isRunning } }: ProofFailuresProps) {
  return (
    <>
      {data?.error && <Notice tone="error" title={`The test failed. ${data.error}`} />}
      {data?.stopped && !isRunning && <Notice tone="info" title="The test was stopped without a result." />}
      {error && <FailureNotice title="The test did not start" cause={error} />}
    </>
  );
}
