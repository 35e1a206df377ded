import {
  type ApplicationOverviewOut,
  applicationOverviewOutSchema,
  type FleetEndpointOut,
  fleetEndpointOutSchema,
} from '../fleet';
import { listQuery, orderedListQuery } from '../list-query';
import { operation, pageOf } from '../operation';

/** The operations behind `http/routes/all-applications`. */
export const fleetOperations = {
  listEndpoints: operation({
    method: 'GET',
    path: '/fleet/endpoint',
    query: {
      ...orderedListQuery,
      q: {
        type: 'string',
        maxLength: 200,
        description:
          'Words that must all be found in address, description, id or uid of the endpoint, or in name, id or uid of its application. The first 10 count.',
      },
    },
    responses: { 200: pageOf<FleetEndpointOut>(fleetEndpointOutSchema) },
  }),
  listApplications: operation({
    method: 'GET',
    path: '/fleet/app',
    query: listQuery,
    responses: { 200: pageOf<ApplicationOverviewOut>(applicationOverviewOutSchema) },
  }),
};
