import type { WorkerPool } from '../../catalog/workers/worker-pool';
import { ENVIRONMENT_BODY_MAX_BYTES } from '../../contract/environment';
import { type EventTypeBulkIn, eventTypeBulkInSchema } from '../../contract/event-type-bulk';
import { workingCopyOperations } from '../../contract/operations/working-copies';
import type { WorkingCopies } from '../../sync/working-copies';
import { editAuthor } from '../edit-author';
import { type BulkEntry, bulkWish } from '../inputs/bulk-wish';
import { readEventTypeList } from '../inputs/event-type-list';
import { type Route, route } from '../route';

export interface WorkingCopyBulkRouteParts {
  readonly workingCopies: WorkingCopies;
  readonly workers: WorkerPool;
}

/** Many event types of a working copy at once. */
export function workingCopyBulkRoutes({
  workingCopies,
  workers,
}: WorkingCopyBulkRouteParts): readonly Route[] {
  return [
    route(workingCopyOperations.bulk, {
      access: 'admin',
      maxBodyBytes: ENVIRONMENT_BODY_MAX_BYTES,
      summary: 'Change, create, remove or restore many event types of a working copy in one step.',
      description:
        'As `POST /event-type-bulk` on an instance, and nothing is sent. A version is a number that identifies a content, 0 that there is none; it is restored while the journal knows it.',
      readsBytes: true,
      usesWorkers: true,
      errors: ['conflict'],
      async handler(input) {
        const body = await readEventTypeList<EventTypeBulkIn>(workers, eventTypeBulkInSchema, input);
        const entries = (body.eventTypes ?? []) as readonly BulkEntry[];
        const { params, principal } = input;
        const eventTypes = await workingCopies.bulk(params.id, entries.map(bulkWish), editAuthor(principal));
        return { status: 200, body: { eventTypes: [...eventTypes] } };
      },
    }),
  ];
}
