import { type EventTypeOut, eventTypeOutSchema } from '../event-type';
import {
  type EventTypeVersionContentOut,
  type EventTypeVersionOut,
  eventTypeVersionContentOutSchema,
  eventTypeVersionOutSchema,
} from '../event-type-history';
import { listQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';

/** The operations behind `http/routes/event-type-history`. */
export const eventTypeHistoryOperations = {
  listAll: operation({
    method: 'GET',
    path: '/event-type-history',
    query: listQuery,
    responses: { 200: pageOf<EventTypeVersionOut>(eventTypeVersionOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/event-type/{name}/history',
    query: listQuery,
    responses: { 200: pageOf<EventTypeVersionOut>(eventTypeVersionOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/event-type/{name}/history/{version}',
    responses: { 200: jsonOf<EventTypeVersionContentOut>(eventTypeVersionContentOutSchema) },
  }),
  restore: operation({
    method: 'POST',
    path: '/event-type/{name}/history/{version}/restore',
    responses: { 200: jsonOf<EventTypeOut>(eventTypeOutSchema) },
  }),
};
