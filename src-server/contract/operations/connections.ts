import {
  type ConnectionIn,
  type ConnectionListOut,
  type ConnectionOut,
  type ConnectionPatch,
  type ConnectionTestOut,
  connectionInSchema,
  connectionListOutSchema,
  connectionOutSchema,
  connectionPatchSchema,
  connectionTestOutSchema,
} from '../connection';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/connections`. */
export const connectionOperations = {
  list: operation({
    method: 'GET',
    path: '/connections',
    responses: { 200: jsonOf<ConnectionListOut>(connectionListOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/connections/{id}',
    responses: { 200: jsonOf<ConnectionOut>(connectionOutSchema) },
  }),
  create: operation({
    method: 'POST',
    path: '/connections',
    body: jsonOf<ConnectionIn>(connectionInSchema),
    responses: { 201: jsonOf<ConnectionOut>(connectionOutSchema) },
  }),
  test: operation({
    method: 'POST',
    path: '/connections/test',
    body: jsonOf<ConnectionIn>(connectionInSchema),
    responses: { 200: jsonOf<ConnectionTestOut>(connectionTestOutSchema) },
  }),
  change: operation({
    method: 'PATCH',
    path: '/connections/{id}',
    body: jsonOf<ConnectionPatch>(connectionPatchSchema),
    responses: { 200: jsonOf<ConnectionOut>(connectionOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/connections/{id}',
    responses: { 204: null },
  }),
};
