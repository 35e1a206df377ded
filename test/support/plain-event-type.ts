import type { EventTypeContent } from '../../src-server/storage/catalog/event-type-text';

/** An event type of this name that everyone sees, without a description or schema, unless `extra` says otherwise. */
export function plainEventType(name: string, extra: Partial<EventTypeContent> = {}): EventTypeContent {
  return {
    name,
    description: '',
    archived: false,
    deprecated: false,
    sunsetAt: null,
    replacedBy: null,
    groupName: null,
    featureFlags: null,
    schemas: null,
    ...extra,
  };
}
