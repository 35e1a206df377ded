import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import type { BackupOut } from '../../../../src-server/contract/data-folder';
import { Button } from '../../../ui/button';
import { FailureNotice } from '../../../ui/failure-notice';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { Time } from '../../../ui/time';
import { useRestore, useService } from '../../data/use-service';
import { useConnections } from '../../data/working-copy/use-connections';
import { useInstance } from '../../platform/instance';

interface RestoreBackupProps {
  readonly backup: BackupOut;
  readonly restartsItself: boolean;
  readonly onClose: () => void;
}

const LOOK_EVERY_MS = 500;

/** Replaces the database with a backup, after the name of the instance was typed. */
export function RestoreBackup({ backup, restartsItself, onClose }: RestoreBackupProps) {
  const { id } = useInstance();
  const connections = useConnections();
  const startedAt = useService().data?.startedAt;
  const restore = useRestore();
  const [typed, setTyped] = useState('');
  /** Start time of the server before the restore. */
  const [before, setBefore] = useState('');
  const name =
    id === LOCAL_CONNECTION
      ? 'This computer'
      : (connections.data?.find((listed) => listed.id === id)?.name ?? id);
  const isBack = useIsBack(restore.data?.restarts === true ? before : null);
  const begin = () => {
    setBefore(startedAt ?? '');
    restore.mutate(backup.name);
  };
  if (restore.data) {
    return (
      <Sheet
        placement="center"
        title="Restore a backup"
        onClose={onClose}
        footer={<Button onPress={onClose}>Close</Button>}
      >
        {!restore.data.restarts && (
          <Notice tone="warning" title="The server restores the backup at its next start.">
            Restart the server. Until then, nothing changes.
          </Notice>
        )}
        {restore.data.restarts && !isBack && (
          <p role="status">The backup is valid. The server restarts with it, which takes a few seconds.</p>
        )}
        {isBack && (
          <Notice tone="done" title={`${name} now runs with ${backup.name}.`}>
            It has {restore.data.messages} messages and {restore.data.waiting} waiting deliveries. The
            previous database is in the data folder.
          </Notice>
        )}
      </Sheet>
    );
  }
  return (
    <Sheet
      placement="center"
      title="Restore a backup"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="danger"
            needs="POST /data/restore"
            isDisabled={typed.trim() !== name || restore.isPending || !startedAt}
            onPress={begin}
          >
            {restore.isPending ? 'Verifying the backup' : 'Restore'}
          </Button>
        </>
      }
    >
      <p>
        <code>{backup.name}</code>, made <Time at={backup.createdAt} />, replaces the database
        {restartsItself
          ? '. The server restarts for this, with a few seconds of downtime'
          : ' at the next start of the server'}
        .
      </p>
      <p>
        The backup does not contain later messages, event types, applications, tokens and settings. Deliveries
        that waited at that time are sent again, even if they were delivered since. The current database stays
        in the data folder, with the date in its name.
      </p>
      <TextField
        label={`Type ${name} to confirm`}
        value={typed}
        onChange={setTyped}
        autoFocus
        autoComplete="off"
      />
      {restore.error && <FailureNotice title="Nothing was restored" cause={restore.error} />}
    </Sheet>
  );
}

/** True once the server that answers was started later than `startedAt`; null: not waiting. */
function useIsBack(startedAt: string | null): boolean {
  const { id, api } = useInstance();
  const client = useQueryClient();
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    if (startedAt === null || isBack) return;
    const timer = setInterval(() => {
      api.call('GET /service').then(
        (service) => {
          if (service.startedAt === startedAt) return;
          setBack(true);
          void client.invalidateQueries({ queryKey: [id] });
        },
        () => undefined, // not back yet
      );
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [api, client, id, startedAt, isBack]);
  return isBack;
}
