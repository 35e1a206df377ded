import { createCopyTaskRunner } from '../catalog/copy-task-runner';
import { isFolderAddress } from '../contract/folder-address';
import { announcedCopies } from '../sync/announced-copies';
import { createCopyWriter } from '../sync/copy-writer';
import { createFolderCatalog } from '../sync/folder-catalog';
import { createRemoteCatalog, type RemoteCatalog } from '../sync/remote-catalog';
import type { RemoteTarget } from '../sync/remote-target';
import { createSyncTask, isSyncing } from '../sync/sync-task';
import { createWorkingCopies } from '../sync/working-copies';
import type { createConnections } from './connections';
import type { Foundation } from './foundation';
import type { Sending } from './sending';

/** Edits the catalogs of other instances here, and syncs them with those instances. */
export function createSyncing(
  { workers, newId, clock, log }: Foundation,
  { stores, liveBus, parts: { tasks } }: Sending,
  { client, folders, parts: { connections } }: ReturnType<typeof createConnections>,
) {
  const run = createCopyTaskRunner(workers);
  const copies = announcedCopies(stores.workingCopyStore, (connectionId) =>
    liveBus.publish({ kind: 'working-copy-changed', connectionId }),
  );
  const common = {
    run,
    newId,
    clock,
    log,
    connections,
    connectionStore: stores.connectionStore,
    copies,
    journal: stores.workingCopyJournal,
    receipts: stores.syncReceipts,
    taskStore: stores.taskStore,
    catalog: catalogOfEither(createRemoteCatalog(client, run), createFolderCatalog(run, folders)),
    writer: createCopyWriter(copies, run, clock),
    isSyncing: (connectionId: string) => isSyncing(stores.taskStore, connectionId),
  };
  const workingCopies = createWorkingCopies(common);
  const syncs = createSyncTask({ ...common, workingCopies, begin: tasks.begin });
  tasks.register(syncs.kind);
  tasks.onFinished(syncs.ended);
  return { parts: { workingCopies, syncs } };
}

/** The catalog of whatever a connection leads to. */
function catalogOfEither(instances: RemoteCatalog, folders: RemoteCatalog): RemoteCatalog {
  const of = ({ baseUrl }: RemoteTarget) => (isFolderAddress(baseUrl) ? folders : instances);
  return {
    readAll: (target) => of(target).readAll(target),
    readTag: (target) => of(target).readTag(target),
    read: (target, name, signal) => of(target).read(target, name, signal),
    write: (target, name, write) => of(target).write(target, name, write),
  };
}
