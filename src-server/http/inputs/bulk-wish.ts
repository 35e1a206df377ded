import { invalid } from '../../base/errors';
import { remarksOfEntry } from '../../catalog/workers/remarks-of-entry';
import type { EventTypeBulkEntry } from '../../contract/event-type-bulk';
import type { BulkWish } from '../../storage/catalog/event-type-bulk-store';
import { type EventTypeContent, isSameEventType } from '../../storage/catalog/event-type-text';
import { changedContent, checkNames, type EventTypeFields, newContent } from './event-type-input';

/** One entry of a bulk change, with its schemas as texts. */
export type BulkEntry = EventTypeFields & Omit<EventTypeBulkEntry, 'schemas' | 'schema'>;

/** What an entry asks of its event type. */
export function bulkWish(entry: BulkEntry, index: number): BulkWish {
  const { name, remove, restore, ifVersion, ...fields } = entry;
  return {
    name,
    restore: restore ?? null,
    ifVersion: ifVersion ?? null,
    change(current, restored) {
      if (remove) return current && 'remove';
      try {
        if (restore !== undefined) return restored && orSame(current, checkNames(restored));
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
