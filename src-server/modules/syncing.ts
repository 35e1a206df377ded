import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import type { Log } from '../base/log';
import { createCopyTaskRunner } from '../catalog/copy-task-runner';
import type { WorkerPool } from '../catalog/worker-pool';
import type { TaskRunner } from '../delivery/task-runner';
import type { LiveBus } from '../live/live-bus';
import type { Stores } from '../storage/stores';
import { announcedCopies } from '../sync/announced-copies';
import { createCopyWriter } from '../sync/copy-writer';
import { createRemoteCatalog } from '../sync/remote-catalog';
import { createSyncTask, isSyncing } from '../sync/sync-task';
import { createWorkingCopies } from '../sync/working-copies';
import type { createConnections } from './connections';

interface SyncingParts {
  readonly connections: Pick<ReturnType<typeof createConnections>, 'client' | 'parts'>;
  readonly stores: Pick<
    Stores,
    'connectionStore' | 'syncReceipts' | 'taskStore' | 'workingCopyJournal' | 'workingCopyStore'
  >;
  readonly workers: WorkerPool;
  readonly tasks: TaskRunner;
  readonly liveBus: LiveBus;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly log: Log;
}

/** Edits the catalogs of other instances here, and syncs them with those instances. */
export function createSyncing(given: SyncingParts) {
  const { stores, workers, tasks, liveBus, newId, clock, log } = given;
  const run = createCopyTaskRunner(workers);
  const copies = announcedCopies(stores.workingCopyStore, (connectionId) =>
    liveBus.publish({ kind: 'working-copy-changed', connectionId }),
  );
  const common = {
    run,
    newId,
    clock,
    log,
    connections: given.connections.parts.connections,
    connectionStore: stores.connectionStore,
    copies,
    journal: stores.workingCopyJournal,
    receipts: stores.syncReceipts,
    taskStore: stores.taskStore,
    catalog: createRemoteCatalog(given.connections.client, run),
    writer: createCopyWriter(copies, run, clock),
    isSyncing: (connectionId: string) => isSyncing(stores.taskStore, connectionId),
  };
  const workingCopies = createWorkingCopies(common);
  const syncs = createSyncTask({ ...common, workingCopies, begin: tasks.begin });
  tasks.register(syncs.kind);
  tasks.onFinished(syncs.ended);
  return { parts: { workingCopies, syncs } };
}
