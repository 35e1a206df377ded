import { announceQuery } from '../announce-query';
import {
  type EventTypeIn,
  type EventTypeOut,
  type EventTypePatch,
  type EventTypeUpdate,
  eventTypeInSchema,
  eventTypeOutSchema,
  eventTypePatchSchema,
  eventTypeUpdateSchema,
  type GenerateExampleIn,
  type GenerateExampleOut,
  generateExampleInSchema,
  generateExampleOutSchema,
} from '../event-type';
import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';
import {
  type SchemaCheckIn,
  type SchemaCheckOut,
  schemaCheckInSchema,
  schemaCheckOutSchema,
} from '../schema-check';

/** The operations behind `http/routes/event-types`. */
export const eventTypeOperations = {
  create: operation({
    method: 'POST',
    path: '/event-type',
    body: jsonOf<EventTypeIn>(eventTypeInSchema),
    responses: { 201: jsonOf<EventTypeOut>(eventTypeOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/event-type',
    query: {
      ...orderedListQuery,
      include_archived: { type: 'boolean', default: false, description: 'True includes archived ones.' },
      with_content: { type: 'boolean', default: false, description: 'True adds the schemas.' },
      at: {
        type: 'string',
        format: 'date-time',
        description:
          'The catalog at this time (RFC 3339): in the past, from the history as far back as it goes; in the future, with the releases planned by then. Full tokens only. Absent: now.',
      },
    },
    responses: { 200: pageOf<EventTypeOut>(eventTypeOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/event-type/{name}',
    responses: { 200: jsonOf<EventTypeOut>(eventTypeOutSchema) },
  }),
  readExample: operation({
    method: 'GET',
    path: '/event-type/{name}/example',
    query: {
      variant: {
        type: 'integer',
        minimum: 0,
        description: 'Index of the `variants` to generate, from 0. Absent: the example itself.',
      },
    },
    responses: { 200: jsonOf<GenerateExampleOut>(generateExampleOutSchema) },
  }),
  replace: operation({
    method: 'PUT',
    path: '/event-type/{name}',
    query: announceQuery,
    body: jsonOf<EventTypeUpdate>(eventTypeUpdateSchema),
    responses: {
      200: jsonOf<EventTypeOut>(eventTypeOutSchema),
      201: jsonOf<EventTypeOut>(eventTypeOutSchema),
    },
  }),
  change: operation({
    method: 'PATCH',
    path: '/event-type/{name}',
    query: announceQuery,
    body: jsonOf<EventTypePatch>(eventTypePatchSchema),
    responses: { 200: jsonOf<EventTypeOut>(eventTypeOutSchema) },
  }),
  changeByPost: operation({
    method: 'POST',
    path: '/event-type/{name}',
    query: announceQuery,
    body: jsonOf<EventTypePatch>(eventTypePatchSchema),
    responses: { 200: jsonOf<EventTypeOut>(eventTypeOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/event-type/{name}',
    query: {
      expunge: { type: 'boolean', default: false, description: 'True removes it from the catalog.' },
    },
    responses: { 204: null },
  }),
  generateExample: operation({
    method: 'POST',
    path: '/event-type/schema/generate-example',
    body: jsonOf<GenerateExampleIn>(generateExampleInSchema),
    responses: { 200: jsonOf<GenerateExampleOut>(generateExampleOutSchema) },
  }),
  checkSchema: operation({
    method: 'POST',
    path: '/event-type/schema/check',
    body: jsonOf<SchemaCheckIn>(schemaCheckInSchema),
    responses: { 200: jsonOf<SchemaCheckOut>(schemaCheckOutSchema) },
  }),
};
