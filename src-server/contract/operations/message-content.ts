import {
  type MessageBulkExpungeIn,
  type MessageBulkExpungeOut,
  type MessageExpungeAllOut,
  type MessagePrecheckIn,
  type MessagePrecheckOut,
  messageBulkExpungeInSchema,
  messageBulkExpungeOutSchema,
  messageExpungeAllOutSchema,
  messagePrecheckInSchema,
  messagePrecheckOutSchema,
} from '../message';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/message-content`. */
export const messageContentOperations = {
  precheck: operation({
    method: 'POST',
    path: '/app/{app}/msg/precheck/active',
    body: jsonOf<MessagePrecheckIn>(messagePrecheckInSchema),
    responses: { 200: jsonOf<MessagePrecheckOut>(messagePrecheckOutSchema) },
  }),
  expungeSeveral: operation({
    method: 'POST',
    path: '/app/{app}/msg/bulk-expunge',
    body: jsonOf<MessageBulkExpungeIn>(messageBulkExpungeInSchema),
    emptyBody: true,
    responses: { 200: jsonOf<MessageBulkExpungeOut>(messageBulkExpungeOutSchema) },
  }),
  expungeAll: operation({
    method: 'POST',
    path: '/app/{app}/msg/expunge-all-contents',
    responses: { 202: jsonOf<MessageExpungeAllOut>(messageExpungeAllOutSchema) },
  }),
  expunge: operation({
    method: 'DELETE',
    path: '/app/{app}/msg/{message}/content',
    responses: { 204: null },
  }),
};
