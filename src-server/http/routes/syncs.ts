import { toIsoTime } from '../../base/clock';
import { notFound } from '../../base/errors';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import { syncOperations } from '../../contract/operations/syncs';
import { syncInSchema } from '../../contract/sync';
import type { TaskRunner } from '../../delivery/tasks/task-runner';
import type { SyncReceiptRecord, SyncReceiptStore } from '../../storage/catalog/sync-receipt-store';
import type { ConnectionStore } from '../../storage/installation/connection-store';
import { toSyncItemOut } from '../../sync/sync-item-out';
import type { SyncTask } from '../../sync/sync-task';
import type { WorkingCopies } from '../../sync/working-copies';
import { editAuthor } from '../edit-author';
import { handedOver } from '../handed-over';
import { presentPutBack } from '../presenters/working-copy-presenters';
import { type Route, route } from '../route';
import { taskOptions } from '../worker-caller';

interface SyncRouteParts {
  readonly syncs: SyncTask;
  readonly workingCopies: WorkingCopies;
  readonly syncReceipts: SyncReceiptStore;
  readonly connectionStore: ConnectionStore;
  readonly tasks: TaskRunner;
  readonly workers: WorkerPool;
}

/** Syncs of a working copy with the other instance, and their receipts. */
export function syncRoutes({
  syncs,
  workingCopies,
  syncReceipts,
  connectionStore,
  tasks,
  workers,
}: SyncRouteParts): readonly Route[] {
  return [
    route(syncOperations.begin, {
      access: 'admin',
      summary:
        'Fetch, then write what was changed here to the other instance, and take over what was changed there.',
      description:
        'A background task, `working-copy.sync`, whose `data` says `{receiptId, items}`, and while it runs `{ended, total, item}`: how many of how many have ended, and the one that it is at. Each event type is read again before it is written, and after it: `done` is only what is there then. A conflict without a resolution, and what was changed there since the last comparison, is never written. What was not written, or not confirmed, stays a change.',
      readsBytes: true,
      usesWorkers: true,
      errors: [
        'remote_unreachable',
        'remote_token_refused',
        'limit_reached',
        'conflict',
        'confirmation_needed',
        'other_installation',
      ],
      async handler({ params, bytes, principal, onGone }) {
        const body = {
          bytes: bytes.length === 0 ? Buffer.from('{}') : handedOver(bytes),
          schema: JSON.stringify(syncInSchema),
          texts: [],
          limitsDepth: true,
        };
        const choices = await workers.run('readSyncChoices', body, taskOptions({ principal, onGone }));
        return { status: 202, body: tasks.present(await syncs.begin(params.id, choices)) };
      },
    }),
    route(syncOperations.listReceipts, {
      access: 'admin',
      summary: 'List what syncs of a connection did, newest first.',
      async handler({ params }) {
        if (!(await connectionStore.get(params.id))) throw notFound('Connection');
        return { status: 200, body: { data: (await syncReceipts.list(params.id)).map(present) } };
      },
    }),
    route(syncOperations.readReceipt, {
      access: 'admin',
      summary: 'Read what a sync did with each event type.',
      async handler({ params }) {
        const receipt = await syncReceipts.get(params.receipt);
        if (!receipt) throw notFound('Receipt');
        const items = await syncReceipts.listItems(receipt.id);
        return { status: 200, body: { ...present(receipt), items: items.map(toSyncItemOut) } };
      },
    }),
    route(syncOperations.undo, {
      access: 'admin',
      summary:
        'Put the inverse of what a sync wrote into the working copy. Nothing is sent until that is synced.',
      errors: ['conflict', 'too_complex'],
      handler: async ({ params, principal }) => ({
        status: 200,
        body: presentPutBack(await workingCopies.undoSync(params.receipt, editAuthor(principal))),
      }),
    }),
  ];
}

function present({ id, connectionId, createdAt, note }: SyncReceiptRecord) {
  return { id, connectionId, createdAt: toIsoTime(createdAt), note };
}
