import { apiError } from '../../base/errors';
import { type Route, route } from '../route';

/** What clients find where transformations would be: a refusal that says so (decision 0006). */
export function endpointTransformationRoutes(): readonly Route[] {
  const path = '/app/{app}/endpoint/{endpoint}/transformation';
  const refuse = () => {
    throw apiError(
      'not_implemented',
      'This server runs no transformations: a payload is delivered as it was handed in.',
    );
  };
  return [
    route({
      method: 'GET',
      path,
      access: 'portal',
      capability: 'ManageTransformations',
      summary: 'Refused with 501: there are no transformations.',
      answers: {},
      errors: ['not_implemented'],
      handler: refuse,
    }),
    route({
      method: 'PATCH',
      path,
      access: 'portal',
      capability: 'ManageTransformations',
      summary: 'Refused with 501: there are no transformations, and none is stored.',
      answers: {},
      errors: ['not_implemented'],
      handler: refuse,
    }),
  ];
}
