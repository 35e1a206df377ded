import {
  type IntegrationIn,
  type IntegrationKeyOut,
  type IntegrationOut,
  integrationInSchema,
  integrationKeyOutSchema,
  integrationOutSchema,
} from '../integration';
import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';

/** The operations behind `http/routes/integrations`. */
export const integrationOperations = {
  create: operation({
    method: 'POST',
    path: '/app/{app}/integration',
    body: jsonOf<IntegrationIn>(integrationInSchema),
    responses: { 201: jsonOf<IntegrationOut>(integrationOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/app/{app}/integration',
    query: orderedListQuery,
    responses: { 200: pageOf<IntegrationOut>(integrationOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/app/{app}/integration/{integration}',
    responses: { 200: jsonOf<IntegrationOut>(integrationOutSchema) },
  }),
  replace: operation({
    method: 'PUT',
    path: '/app/{app}/integration/{integration}',
    body: jsonOf<IntegrationIn>(integrationInSchema),
    responses: { 200: jsonOf<IntegrationOut>(integrationOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/app/{app}/integration/{integration}',
    responses: { 204: null },
  }),
  readKey: operation({
    method: 'GET',
    path: '/app/{app}/integration/{integration}/key',
    responses: { 200: jsonOf<IntegrationKeyOut>(integrationKeyOutSchema) },
  }),
  rotateKey: operation({
    method: 'POST',
    path: '/app/{app}/integration/{integration}/key/rotate',
    responses: { 200: jsonOf<IntegrationKeyOut>(integrationKeyOutSchema) },
  }),
};
