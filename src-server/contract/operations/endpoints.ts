import {
  type EndpointIn,
  type EndpointOut,
  type EndpointPatch,
  type EndpointUpdate,
  endpointInSchema,
  endpointOutSchema,
  endpointPatchSchema,
  endpointUpdateSchema,
} from '../endpoint';
import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';

/** The operations behind `http/routes/endpoints`. */
export const endpointOperations = {
  create: operation({
    method: 'POST',
    path: '/app/{app}/endpoint',
    body: jsonOf<EndpointIn>(endpointInSchema),
    responses: { 201: jsonOf<EndpointOut>(endpointOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/app/{app}/endpoint',
    query: orderedListQuery,
    responses: { 200: pageOf<EndpointOut>(endpointOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}',
    responses: { 200: jsonOf<EndpointOut>(endpointOutSchema) },
  }),
  replace: operation({
    method: 'PUT',
    path: '/app/{app}/endpoint/{endpoint}',
    body: jsonOf<EndpointUpdate>(endpointUpdateSchema),
    responses: { 200: jsonOf<EndpointOut>(endpointOutSchema), 201: jsonOf<EndpointOut>(endpointOutSchema) },
  }),
  change: operation({
    method: 'PATCH',
    path: '/app/{app}/endpoint/{endpoint}',
    body: jsonOf<EndpointPatch>(endpointPatchSchema),
    responses: { 200: jsonOf<EndpointOut>(endpointOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/app/{app}/endpoint/{endpoint}',
    responses: { 204: null },
  }),
};
