import { type EndpointTransformationOut, endpointTransformationOutSchema } from '../endpoint-transformation';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/endpoint-transformation`. */
export const endpointTransformationOperations = {
  read: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/transformation',
    responses: { 200: jsonOf<EndpointTransformationOut>(endpointTransformationOutSchema) },
  }),
  change: operation({
    method: 'PATCH',
    path: '/app/{app}/endpoint/{endpoint}/transformation',
    responses: { 204: null },
  }),
};
