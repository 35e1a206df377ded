import type { Clock } from '../../base/clock';
import { invalid } from '../../base/errors';
import { remarksOfEntry } from '../../catalog/remarks-of-entry';
import type { WorkerPool } from '../../catalog/worker-pool';
import { ENVIRONMENT_BODY_MAX_BYTES } from '../../contract/environment';
import {
  type EventTypeBulkEntry,
  type EventTypeBulkIn,
  eventTypeBulkInSchema,
} from '../../contract/event-type-bulk';
import { eventTypeBulkOperations } from '../../contract/operations/event-type-bulk';
import type { BulkWish, EventTypeBulkStore } from '../../storage/event-type-bulk-store';
import { type EventTypeContent, isSameEventType } from '../../storage/event-type-text';
import { changeAuthor } from '../change-author';
import { changedContent, type EventTypeFields, newContent } from '../event-type-input';
import { readEventTypeList } from '../event-type-list';
import { type Route, route } from '../route';

interface EventTypeBulkRouteParts {
  readonly eventTypeBulk: EventTypeBulkStore;
  readonly workers: WorkerPool;
  readonly clock: Clock;
  /** Called after each change of the catalog. */
  readonly onCatalogChanged: () => void;
}

/** One entry, with its schemas as texts. */
type BulkEntry = EventTypeFields & Omit<EventTypeBulkEntry, 'schemas' | 'schema'>;

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
        const author = changeAuthor(input.principal);
        const eventTypes = await eventTypeBulk.apply(entries.map(toWish), clock.now(), author);
        if (eventTypes.some(({ outcome }) => /^(created|changed|removed)$/.test(outcome))) onCatalogChanged();
        return { status: 200, body: { eventTypes } };
      },
    }),
  ];
}

function toWish(entry: BulkEntry, index: number): BulkWish {
  const { name, remove, restore, ifVersion, ...fields } = entry;
  return {
    name,
    restore: restore ?? null,
    ifVersion: ifVersion ?? null,
    change(current, restored) {
      if (remove) return current && 'remove';
      if (restore !== undefined) return restored && orSame(current, restored);
      try {
        if (current) return orSame(current, changedContent(current, fields));
        const { description } = fields;
        return description === undefined ? null : newContent(name, fields);
      } catch (cause) {
        throw invalid(...remarksOfEntry(cause, { index, name }));
      }
    },
  };
}

function orSame(current: EventTypeContent | null, next: EventTypeContent): EventTypeContent | 'same' {
  return current && isSameEventType(current, next) ? 'same' : next;
}
