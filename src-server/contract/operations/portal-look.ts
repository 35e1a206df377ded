import { jsonOf, operation } from '../operation';
import { type PortalLookOut, portalLookOutSchema } from '../portal-look';

/** The operations behind `http/routes/portal-look`. */
export const portalLookOperations = {
  read: operation({
    method: 'GET',
    path: '/portal/look',
    responses: { 200: jsonOf<PortalLookOut>(portalLookOutSchema) },
  }),
};
