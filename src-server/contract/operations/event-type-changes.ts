import { type EventTypeChangeOut, eventTypeChangeOutSchema } from '../event-type-change';
import { listQuery } from '../list-query';
import { operation, pageOf } from '../operation';

/** The operations behind `http/routes/event-type-changes`. */
export const eventTypeChangeOperations = {
  list: operation({
    method: 'GET',
    path: '/event-type-changes',
    query: {
      ...listQuery,
      iterator: { type: 'string', description: '`iterator` of another page.' },
      since: {
        type: 'string',
        format: 'date-time',
        description: 'Only changes from this time on. Absent: as far back as the history is kept.',
      },
      public: {
        type: 'boolean',
        description: 'True: only what everyone saw, as on the public catalog.',
      },
    },
    responses: { 200: pageOf<EventTypeChangeOut>(eventTypeChangeOutSchema) },
  }),
};
