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
    answers: { 201: jsonOf<IntegrationOut>(integrationOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/app/{app}/integration',
    query: orderedListQuery,
    answers: { 200: pageOf<IntegrationOut>(integrationOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/app/{app}/integration/{integration}',
    answers: { 200: jsonOf<IntegrationOut>(integrationOutSchema) },
  }),
  replace: operation({
    method: 'PUT',
    path: '/app/{app}/integration/{integration}',
    body: jsonOf<IntegrationIn>(integrationInSchema),
    answers: { 200: jsonOf<IntegrationOut>(integrationOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/app/{app}/integration/{integration}',
    answers: { 204: null },
  }),
  readKey: operation({
    method: 'GET',
    path: '/app/{app}/integration/{integration}/key',
    answers: { 200: jsonOf<IntegrationKeyOut>(integrationKeyOutSchema) },
  }),
  rotateKey: operation({
    method: 'POST',
    path: '/app/{app}/integration/{integration}/key/rotate',
    answers: { 200: jsonOf<IntegrationKeyOut>(integrationKeyOutSchema) },
  }),
};
