import { jsonOf, operation } from '../operation';
import { type OverviewOut, overviewOutSchema } from '../overview';

/** The operation behind `http/routes/overview`. */
export const overviewOperations = {
  read: operation({
    method: 'GET',
    path: '/overview',
    responses: { 200: jsonOf<OverviewOut>(overviewOutSchema) },
  }),
};
