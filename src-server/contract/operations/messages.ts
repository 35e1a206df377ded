import { type MessageListedOut, type MessageOut, messageListedOutSchema, messageOutSchema } from '../message';
import { type MessageBody, messageBodySchema } from '../message-body';
import { jsonOf, operation, pageOf } from '../operation';
import { timelineQuery } from '../timeline-query';

const withContent = {
  with_content: { type: 'boolean', default: true, description: 'False: responds with an empty payload.' },
} as const;

/** The operations behind `http/routes/messages`. */
export const messageOperations = {
  create: operation({
    method: 'POST',
    path: '/app/{app}/msg',
    query: withContent,
    body: jsonOf<MessageBody>(messageBodySchema),
    responses: { 202: jsonOf<MessageOut>(messageOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/app/{app}/msg',
    query: {
      ...timelineQuery,
      with_outcomes: {
        type: 'boolean',
        default: false,
        description: 'True adds the outcomes of each, as counts of endpoints.',
      },
    },
    responses: { 200: pageOf<MessageListedOut>(messageListedOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/app/{app}/msg/{message}',
    query: withContent,
    responses: { 200: jsonOf<MessageOut>(messageOutSchema) },
  }),
};
