import {
  type ExpireAllIn,
  expireAllInSchema,
  type PortalAccessIn,
  type PortalAccessOut,
  portalAccessInSchema,
  portalAccessOutSchema,
} from '../access';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/portal-access`. */
export const portalAccessOperations = {
  createLink: operation({
    method: 'POST',
    path: '/auth/app-portal-access/{app}',
    body: jsonOf<PortalAccessIn>(portalAccessInSchema),
    emptyBody: true,
    responses: { 200: jsonOf<PortalAccessOut>(portalAccessOutSchema) },
  }),
  createLinkOld: operation({
    method: 'POST',
    path: '/auth/dashboard-access/{app}',
    responses: { 200: jsonOf<PortalAccessOut>(portalAccessOutSchema) },
  }),
  expireAll: operation({
    method: 'POST',
    path: '/auth/app/{app}/expire-all',
    body: jsonOf<ExpireAllIn>(expireAllInSchema),
    emptyBody: true,
    responses: { 204: null },
  }),
  logOut: operation({
    method: 'POST',
    path: '/auth/logout',
    responses: { 204: null },
  }),
};
