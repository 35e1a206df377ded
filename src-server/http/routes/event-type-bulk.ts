import type { Clock } from '../../base/clock';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import { ENVIRONMENT_BODY_MAX_BYTES } from '../../contract/environment';
import { type EventTypeBulkIn, eventTypeBulkInSchema } from '../../contract/event-type-bulk';
import { eventTypeBulkOperations } from '../../contract/operations/event-type-bulk';
import type { EventTypeBulkStore } from '../../storage/catalog/event-type-bulk-store';
import { changeAuthor } from '../change-author';
import { type BulkEntry, bulkWish } from '../inputs/bulk-wish';
import { readEventTypeList } from '../inputs/event-type-list';
import { type Route, route } from '../route';

interface EventTypeBulkRouteParts {
  readonly eventTypeBulk: EventTypeBulkStore;
  readonly workers: WorkerPool;
  readonly clock: Clock;
  /** Called after each change of the catalog. */
  readonly onCatalogChanged: () => void;
}

/** Many changes of the catalog at once. */
export function eventTypeBulkRoutes({
  eventTypeBulk,
  workers,
  clock,
  onCatalogChanged,
}: EventTypeBulkRouteParts): readonly Route[] {
  return [
    route(eventTypeBulkOperations.change, {
      access: 'admin',
      maxBodyBytes: ENVIRONMENT_BODY_MAX_BYTES,
      summary: 'Change, create, remove or restore many event types in one write.',
      description:
        'Each entry has the fields of PATCH; an entry with a description creates a missing event type. An invalid value is a 422, and nothing changes. An event type that is missing, or has changed since `ifVersion`, does not change and is reported.',
      readsBytes: true,
      usesWorkers: true,
      async handler(input) {
        const body = await readEventTypeList<EventTypeBulkIn>(workers, eventTypeBulkInSchema, input);
        const entries = (body.eventTypes ?? []) as readonly BulkEntry[];
        const author = changeAuthor(input.principal, { announced: input.query.announce ?? true });
        const eventTypes = await eventTypeBulk.apply(entries.map(bulkWish), clock.now(), author);
        if (eventTypes.some(({ outcome }) => /^(created|changed|removed)$/.test(outcome))) onCatalogChanged();
        return { status: 200, body: { eventTypes } };
      },
    }),
  ];
}
