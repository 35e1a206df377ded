import { type FleetMessagePageOut, fleetMessagePageOutSchema, MESSAGE_STATES } from '../fleet-message';
import { listQuery } from '../list-query';
import { jsonOf, operation } from '../operation';
import { timelineQuery } from '../timeline-query';

/** The operations behind `http/routes/all-messages`. */
export const fleetMessageOperations = {
  list: operation({
    method: 'GET',
    path: '/fleet/message',
    query: {
      limit: listQuery.limit,
      iterator: {
        type: 'string',
        pattern: '^msg_[0-9A-Za-z]{1,40}$',
        description: '`iterator` of another page: continues with the messages before it.',
      },
      before: timelineQuery.before,
      after: timelineQuery.after,
      app_id: { type: 'string', description: 'Only messages of the application with this id.' },
      event_type: { type: 'string', description: 'Only messages of this event type.' },
      state: { type: 'string', enum: MESSAGE_STATES, description: 'Only messages in this state.' },
      q: {
        type: 'string',
        maxLength: 200,
        description:
          'A message id or its beginning, an event id, or a trace id (also as a `traceparent`): finds that at once. Otherwise words that must all be found in id, event id, event type or tags of the message, or in name, id or uid of its application. The first 10 count.',
      },
      in_payload: {
        type: 'boolean',
        default: false,
        description: 'True: words are also searched in the text of the payload, as it was received.',
      },
      by_id: {
        type: 'boolean',
        default: false,
        description:
          'True: `q` is only compared with ids, and no words are searched. The beginning of a message id may then lack `msg_`; where none begins with it, four characters or more are also found within message ids and event ids.',
      },
    },
    responses: { 200: jsonOf<FleetMessagePageOut>(fleetMessagePageOutSchema) },
  }),
};
