import { type ReactNode, useState } from 'react';
import type { AttentionOut } from '../../../../src-server/contract/attention';
import { useEndpoint } from '../../../shared/endpoint/use-endpoints';
import { FailureNotice } from '../../../ui/failure-notice';
import { Sheet } from '../../../ui/sheet';
import { type AgainRequest, againOfEndpoint } from '../../data/again-request';
import { useApplication } from '../../data/use-applications';
import { AgainSheet } from '../again-sheet';
import { ChangeLimit } from '../change-limit';

/** What the rows of endpoints that need attention open. */
interface AttentionActs {
  readonly onAgain: (row: AttentionOut) => void;
  readonly onLimit: (row: AttentionOut) => void;
  /** To be rendered outside the rows: a row goes with the first success. */
  readonly sheets: ReactNode;
}

/** The sheets that send messages of an endpoint again and change its limit. */
export function useAttentionActs(): AttentionActs {
  const [again, setAgain] = useState<AgainRequest | null>(null);
  const [limited, setLimited] = useState<AttentionOut | null>(null);
  return {
    onAgain: ({ appId, endpointId, url }) =>
      setAgain(againOfEndpoint({ appId, endpointId, url }, null, Date.now())),
    onLimit: setLimited,
    sheets: (
      <>
        {limited && <LimitOf row={limited} onClose={() => setLimited(null)} />}
        {again && <AgainSheet request={again} onClose={() => setAgain(null)} />}
      </>
    ),
  };
}

function LimitOf({ row, onClose }: { readonly row: AttentionOut; readonly onClose: () => void }) {
  const application = useApplication(row.appId);
  const endpoint = useEndpoint(row.appId, row.endpointId);
  if (application.data && endpoint.data)
    return <ChangeLimit application={application.data} endpoint={endpoint.data} onClose={onClose} />;
  const unread = [application, endpoint].filter(({ error }) => error !== null);
  if (unread.length === 0) return null;
  return (
    <Sheet title="Change the limit" placement="center" onClose={onClose}>
      <FailureNotice
        title="The limit could not be read"
        cause={unread[0]?.error}
        onRetry={() => {
          for (const { refetch } of unread) void refetch();
        }}
      />
    </Sheet>
  );
}
