import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { separatePart } from '../../../ui/separate-part';
import { useHealth } from '../../data/use-health';
import { useConnection } from '../../data/working-copy/use-connections';
import { useInstance, useLive } from '../../platform/instance';

const EditConnection = separatePart(() =>
  import('./edit-connection').then(({ EditConnection }) => EditConnection),
);

/**
 * Why the current instance cannot be read, above every screen: without it, an unreachable one looks like an empty one.
 * Nothing for this computer, whose token ends the log-in, and for a working copy, which does not need the instance.
 */
export function RemoteTrouble() {
  const { id, isCopy } = useInstance();
  const connection = useConnection(id);
  const { error, refetch } = useHealth();
  // The health is public: only the stream knows that the token is refused.
  const lostCode = useLive(({ code }) => code);
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  if (!connection) return null;
  const sheet = isEditing && (
    <EditConnection
      connection={connection}
      wantsToken
      onClose={() => {
        setEditing(false);
        void client.invalidateQueries({ queryKey: [id] });
      }}
    />
  );
  if ([error?.code, lostCode].includes('remote_token_refused')) {
    return (
      <>
        <Notice
          tone="error"
          title={`${connection.name} refuses the saved token`}
          actions={
            <Button size="small" needs="PATCH /connections/{id}" onPress={() => setEditing(true)}>
              Change the token
            </Button>
          }
        >
          Its event types, applications and deliveries are unavailable until the connection has a valid one.
        </Notice>
        {sheet}
      </>
    );
  }
  if (!error || error.status === 503 || isCopy) return sheet || null;
  return (
    <>
      <FailureNotice
        title={`${connection.name} cannot be read. What is shown is its last known state`}
        cause={error}
        onRetry={() => void refetch()}
      />
      {sheet}
    </>
  );
}
