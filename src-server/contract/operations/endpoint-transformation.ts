import { operation } from '../operation';

/** The operations behind `http/routes/endpoint-transformation`. */
export const endpointTransformationOperations = {
  read: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/transformation',
    answers: {},
  }),
  change: operation({
    method: 'PATCH',
    path: '/app/{app}/endpoint/{endpoint}/transformation',
    answers: {},
  }),
};
