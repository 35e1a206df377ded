import { jsonOf, operation } from '../operation';
import { type ServiceOut, serviceOutSchema } from '../service';

/** The operations behind `http/routes/service`. */
export const serviceOperations = {
  read: operation({
    method: 'GET',
    path: '/service',
    responses: { 200: jsonOf<ServiceOut>(serviceOutSchema) },
  }),
};
