import {
  type EventTypeLastSentOut,
  type EventTypeSummariesOut,
  eventTypeLastSentOutSchema,
  eventTypeSummariesOutSchema,
} from '../event-type-summary';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/event-type-summaries`. */
export const eventTypeSummaryOperations = {
  read: operation({
    method: 'GET',
    path: '/event-type-summaries',
    responses: { 200: jsonOf<EventTypeSummariesOut>(eventTypeSummariesOutSchema) },
  }),
  readLastSent: operation({
    method: 'GET',
    path: '/event-type-last-sent',
    responses: { 200: jsonOf<EventTypeLastSentOut>(eventTypeLastSentOutSchema) },
  }),
};
