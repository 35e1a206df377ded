import { apiError } from '../../base/errors';
import { endpointTransformationOperations } from '../../contract/operations/endpoint-transformation';
import { type Route, route } from '../route';

/** What clients find in place of transformations: a refusal that says so (decision 0006). */
export function endpointTransformationRoutes(): readonly Route[] {
  const refuse = (): never => {
    throw apiError(
      'not_implemented',
      'This server has no transformations: it delivers each payload unchanged.',
    );
  };
  return [
    route(endpointTransformationOperations.read, {
      access: 'portal',
      capability: 'ManageTransformations',
      summary: 'Refused with 501: there are no transformations.',
      errors: ['not_implemented'],
      handler: refuse,
    }),
    route(endpointTransformationOperations.change, {
      access: 'portal',
      capability: 'ManageTransformations',
      summary: 'Refused with 501: there are no transformations, and none is stored.',
      errors: ['not_implemented'],
      handler: refuse,
    }),
  ];
}
