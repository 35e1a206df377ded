import type { EventTypeOut } from '../../../src-server/contract/event-type';

/** An event type with the given fields, and the usual ones for the rest. */
export function eventType(fields: Partial<EventTypeOut> & { readonly name: string }): EventTypeOut {
  return {
    description: '',
    archived: false,
    deprecated: false,
    deprecatedAt: null,
    sunsetAt: null,
    replacedBy: null,
    schemas: null,
    featureFlag: null,
    featureFlags: null,
    groupName: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  };
}
