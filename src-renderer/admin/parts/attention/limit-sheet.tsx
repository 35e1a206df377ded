import type { AttentionOut } from '../../../../src-server/contract/attention';
import { useEndpoint } from '../../../shared/endpoint/use-endpoints';
import { FailureNotice } from '../../../ui/failure-notice';
import { Sheet } from '../../../ui/sheet';
import { useApplication } from '../../data/use-applications';
import { ChangeLimit } from '../change-limit';

/** The sheet that changes the limit of an endpoint that needs attention. */
export function LimitSheet({ row, onClose }: { readonly row: AttentionOut; readonly onClose: () => void }) {
  const application = useApplication(row.appId);
  const endpoint = useEndpoint(row.appId, row.endpointId);
  if (application.data && endpoint.data)
    return <ChangeLimit application={application.data} endpoint={endpoint.data} onClose={onClose} />;
  const unread = [application, endpoint].filter(({ error }) => error !== null);
  if (unread.length === 0) return null;
  return (
    <Sheet title="Change the limit" placement="center" onClose={onClose}>
      <FailureNotice
        title="The limit could not be loaded"
        cause={unread[0]?.error}
        onRetry={() => {
          for (const { refetch } of unread) void refetch();
        }}
      />
    </Sheet>
  );
}
