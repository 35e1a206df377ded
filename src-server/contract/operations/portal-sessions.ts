import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';
import {
  type OneTimeTokenIn,
  type OneTimeTokenOut,
  oneTimeTokenInSchema,
  oneTimeTokenOutSchema,
  type PortalSessionOut,
  portalSessionOutSchema,
} from '../portal-session';

/** The operations behind `http/routes/portal-sessions`. */
export const portalSessionOperations = {
  exchangeToken: operation({
    method: 'POST',
    path: '/auth/one-time-token',
    body: jsonOf<OneTimeTokenIn>(oneTimeTokenInSchema),
    responses: { 200: jsonOf<OneTimeTokenOut>(oneTimeTokenOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/auth/app/{app}/session',
    query: orderedListQuery,
    responses: { 200: pageOf<PortalSessionOut>(portalSessionOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/auth/app/{app}/session/{session}',
    responses: { 204: null },
  }),
};
