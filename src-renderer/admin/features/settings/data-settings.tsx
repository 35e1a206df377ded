import { useEffect, useState } from 'react';
import type { BackupOut, DataFolderOut } from '../../../../src-server/contract/data-folder';
import type { ServiceOut } from '../../../../src-server/contract/service';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import { useDataFolder, useDeleteBackup, useJob, useKeepDatabase, useService } from '../../data/use-service';
import { ConfirmPair } from '../../parts/confirm-pair';
import { PageUnread } from '../../parts/page-unread';
import styles from '../../parts/settings.module.css';
import { EraseMessages } from './erasure/erase-messages';
import { formatSize } from './format-size';
import { JobProgress } from './job-progress';
import { RestoreBackup } from './restore-backup';
import { SettingItem } from './setting-item';
import { StartSettings } from './start-settings';

/** The location and size of the data, and backups. */
export function DataSettings() {
  const data = useDataFolder();
  if (!data.data) return <PageUnread title="Data" what="the data folder" query={data} />;
  return <Page data={data.data} onChanged={() => void data.refetch()} />;
}

function Page({ data, onChanged }: { readonly data: DataFolderOut; readonly onChanged: () => void }) {
  const total = data.files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <section className={styles.section} aria-labelledby="data-settings">
      <header>
        <h2 id="data-settings">Data</h2>
        <p className={layout.lead}>
          All data is in one folder: {formatSize(total)}
          {data.freeBytes !== null && <>, with {formatSize(data.freeBytes)} free on its disk</>}.
        </p>
      </header>
      <SettingItem id="folder">
        <p className={styles.name}>
          <code>{data.folder}</code> <CopyButton text={data.folder} what="folder" />
        </p>
        <details className={styles.files}>
          <summary>Contents: {data.files.length} files</summary>
          <ul className={styles.rows} aria-label="Files">
            {data.files.map(({ name, bytes, what }) => (
              <li key={name}>
                <span className={styles.grow}>
                  <code>{name}</code>
                  <span className={layout.metaWrapping}>{what}</span>
                </span>
                <span className={`${layout.muted} ${layout.nowrap} ${layout.numbers}`}>
                  {formatSize(bytes)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      </SettingItem>
      <SettingItem id="backup">
        <MakeBackup onMade={onChanged} />
      </SettingItem>
      <SettingItem id="restore">
        <Backups data={data} />
      </SettingItem>
      <SettingItem id="scheduled-backups">
        <ScheduledBackups />
      </SettingItem>
      <SettingItem id="retention">
        <StartSettings title="Message retention" names={['retention-days', 'data-dir']} />
      </SettingItem>
      <SettingItem id="erasure">
        <EraseMessages />
      </SettingItem>
    </section>
  );
}

function MakeBackup({ onMade }: { readonly onMade: () => void }) {
  const job = useJob('POST /data/backup');
  const made = job.result?.name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for each backup
  useEffect(() => {
    if (made) onMade();
  }, [made]);
  const { bytes = 0, totalBytes = 0 } = (job.data ?? {}) as { bytes?: number; totalBytes?: number };
  return (
    <>
      <h3>Backups</h3>
      <p className={layout.metaWrapping}>
        A backup is a verified snapshot of the database, made while the service runs. It contains signing
        secrets: keep it safe, on another disk. It does not contain the files admin-token and secret-key.
      </p>
      <div>
        <Button isDisabled={job.isRunning} needs="POST /data/backup" onPress={() => job.begin({})}>
          Create backup
        </Button>
      </div>
      {job.isRunning && (
        <JobProgress
          label="Creating a backup"
          value={bytes}
          of={totalBytes}
          valueLabel={totalBytes > 0 ? `${formatSize(bytes)} of about ${formatSize(totalBytes)}` : 'Starting'}
          onStop={job.stop}
        />
      )}
      {job.result && (
        <Notice tone="done" title={`${job.result.name} was created and verified.`}>
          {formatSize(job.result.bytes)}, {job.result.messages} messages, {job.result.waiting} waiting
          deliveries.
        </Notice>
      )}
      {job.data?.error && <Notice tone="error" title={`No backup was created. ${job.data.error}`} />}
      {job.error && <FailureNotice title="No backup was created" cause={job.error} />}
    </>
  );
}

function Backups({ data }: { readonly data: DataFolderOut }) {
  const [restoring, setRestoring] = useState<BackupOut | null>(null);
  const keep = useKeepDatabase();
  return (
    <>
      {data.staged !== null && (
        <Notice
          tone="warning"
          title={`${data.staged} replaces the database at the next start.`}
          actions={
            <Button
              size="small"
              isDisabled={keep.isPending}
              needs="DELETE /data/restore"
              onPress={() => keep.mutate()}
            >
              Keep the database
            </Button>
          }
        />
      )}
      {data.backups.length === 0 && <p className={layout.metaWrapping}>No backups yet.</p>}
      {data.backups.length > 0 && (
        <ul className={styles.rows} aria-label="Backups">
          {data.backups.map((backup) => (
            <Row key={backup.name} backup={backup} onRestore={() => setRestoring(backup)} />
          ))}
        </ul>
      )}
      <p className={layout.metaWrapping}>
        To restore a backup from another place, stop the server and run:{' '}
        <code>posthorn restore FILE --data-dir "{data.folder}"</code>
      </p>
      {restoring && (
        <RestoreBackup
          backup={restoring}
          restartsItself={data.restartsItself}
          onClose={() => setRestoring(null)}
        />
      )}
    </>
  );
}

function Row({ backup, onRestore }: { readonly backup: BackupOut; readonly onRestore: () => void }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteBackup();
  const { name, bytes, createdAt } = backup;
  return (
    <li>
      <span className={styles.grow}>
        <code>{name}</code>
        <span className={layout.metaWrapping}>
          created <Time at={createdAt} />
        </span>
        {asking && (
          <span className={`${layout.below1} ${layout.small}`} role="status">
            Deletes the file. The database does not change.
          </span>
        )}
        {remove.error && <FailureNotice title="The backup was not deleted" cause={remove.error} />}
      </span>
      <span className={`${layout.muted} ${layout.nowrap} ${layout.numbers}`}>{formatSize(bytes)}</span>
      {asking ? (
        <ConfirmPair
          confirm="Delete the backup"
          isPending={remove.isPending}
          onKeep={() => setAsking(false)}
          onConfirm={() => remove.mutate(name)}
        />
      ) : (
        <span className={layout.pair}>
          <Button size="small" aria-label={`Restore ${name}`} needs="POST /data/restore" onPress={onRestore}>
            Restore
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={`Delete ${name}`}
            needs="DELETE /data/backup/{backup}"
            onPress={() => setAsking(true)}
          >
            Delete
          </Button>
        </span>
      )}
    </li>
  );
}

/** What is due within a minute is begun within that time. */
const EVERY_MS = 60_000;

/** How the backups on a schedule stand, and what sets them. */
function ScheduledBackups() {
  const backup = useService(EVERY_MS).data?.backup;
  return (
    <>
      <StartSettings title="Scheduled backups" names={['backup-dir', 'backup-every', 'backup-keep']} />
      {backup && <ScheduledState backup={backup} />}
    </>
  );
}

function ScheduledState({
  backup: { last, next, error },
}: {
  readonly backup: NonNullable<ServiceOut['backup']>;
}) {
  const newest = last === null ? 'No scheduled backup yet.' : <Newest at={last} />;
  if (error !== undefined) {
    return (
      <Notice tone="error" title="The last scheduled backup failed">
        {error} {newest} Next attempt <Time at={next} as="ahead" />.
      </Notice>
    );
  }
  return (
    <p className={layout.metaWrapping}>
      {newest} Next: <Time at={next} as="ahead" />.
    </p>
  );
}

function Newest({ at }: { readonly at: string }) {
  return (
    <>
      Newest: <Time at={at} />.
    </>
  );
}
