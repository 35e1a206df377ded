import { jsonOf, operation } from '../operation';
import {
  type PortalTextOverviewOut,
  type PortalTextsIn,
  type PortalTextsOut,
  portalTextOverviewOutSchema,
  portalTextsInSchema,
  portalTextsOutSchema,
} from '../portal-text';

/** The operations behind `http/routes/portal-texts`. */
export const portalTextOperations = {
  list: operation({
    method: 'GET',
    path: '/portal/texts',
    responses: { 200: jsonOf<PortalTextOverviewOut>(portalTextOverviewOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/portal/texts/{language}',
    responses: { 200: jsonOf<PortalTextsOut>(portalTextsOutSchema) },
  }),
  put: operation({
    method: 'PUT',
    path: '/portal/texts/{language}',
    body: jsonOf<PortalTextsIn>(portalTextsInSchema),
    responses: { 200: jsonOf<PortalTextsOut>(portalTextsOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/portal/texts/{language}',
    responses: { 204: null },
  }),
};
