import { announceQuery } from '../announce-query';
import {
  type EventTypeBulkIn,
  type EventTypeBulkOut,
  eventTypeBulkInSchema,
  eventTypeBulkOutSchema,
} from '../event-type-bulk';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/event-type-bulk`. */
export const eventTypeBulkOperations = {
  change: operation({
    method: 'POST',
    path: '/event-type-bulk',
    query: announceQuery,
    body: jsonOf<EventTypeBulkIn>(eventTypeBulkInSchema),
    responses: { 200: jsonOf<EventTypeBulkOut>(eventTypeBulkOutSchema) },
  }),
};
