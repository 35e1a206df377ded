import type { FromSchema } from 'json-schema-to-ts';
import { eventTypeInSchema, eventTypePatchSchema } from './event-type';
import { LIMITS } from './limits';
import { strictObject } from './strict-object';

/** Body of POST /event-type-bulk: one entry for each event type, all of them in one write. */
export const eventTypeBulkInSchema = strictObject({
  eventTypes: {
    type: 'array',
    maxItems: LIMITS.bulkEventTypes.max,
    description: 'What to change, each name once.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      description: 'One event type: the fields of PATCH, or `remove`, or `restore`.',
      examples: [{ name: 'invoice.paid', featureFlags: ['beta'] }],
      properties: {
        name: eventTypeInSchema.properties.name,
        ...eventTypePatchSchema.properties,
        remove: {
          type: 'boolean',
          description: 'True removes it from the catalog; its history stays. Absent or false: it stays.',
        },
        restore: {
          type: 'integer',
          minimum: 1,
          description: 'A version of its history to restore. Absent: the fields apply.',
        },
        ifVersion: {
          type: 'integer',
          minimum: 0,
          description:
            'Writes only if this is its newest version; otherwise nothing changes (`conflict`). Absent: writes in any case.',
        },
      },
    },
  },
});

/** Answer of POST /event-type-bulk. */
export const eventTypeBulkOutSchema = strictObject({
  eventTypes: {
    type: 'array',
    description: 'The outcome of each, in the order of the request.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'outcome', 'before', 'version'],
      description: 'The outcome of one.',
      properties: {
        name: { type: 'string', description: 'The event type.' },
        outcome: {
          type: 'string',
          enum: ['created', 'changed', 'unchanged', 'removed', 'missing', 'conflict'],
          description:
            '`missing`: there is none, or no such version, and no description to create one with. `conflict`: it changed since `ifVersion`. Neither changes it.',
        },
        before: {
          type: ['integer', 'null'],
          description:
            'Its version before this request; `restore` with this version undoes it. Null: it did not exist.',
        },
        version: {
          type: ['integer', 'null'],
          description: 'Its newest version now, even if removed. Null: it never existed.',
        },
      },
    },
  },
});

export type EventTypeBulkIn = FromSchema<typeof eventTypeBulkInSchema>;
export type EventTypeBulkEntry = EventTypeBulkIn['eventTypes'][number];
export type EventTypeBulkOut = FromSchema<typeof eventTypeBulkOutSchema>;
export type EventTypeBulkResult = EventTypeBulkOut['eventTypes'][number];
