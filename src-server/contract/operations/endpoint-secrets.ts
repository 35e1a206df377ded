import {
  type EndpointHeadersIn,
  type EndpointHeadersOut,
  type EndpointHeadersPatch,
  type EndpointSecretOut,
  type EndpointSecretRotateIn,
  endpointHeadersInSchema,
  endpointHeadersOutSchema,
  endpointHeadersPatchSchema,
  endpointSecretOutSchema,
  endpointSecretRotateInSchema,
} from '../endpoint';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/endpoint-secrets`. */
export const endpointSecretOperations = {
  readSecret: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/secret',
    responses: { 200: jsonOf<EndpointSecretOut>(endpointSecretOutSchema) },
  }),
  rotateSecret: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/secret/rotate',
    body: jsonOf<EndpointSecretRotateIn>(endpointSecretRotateInSchema),
    emptyBody: true,
    responses: { 200: jsonOf<EndpointSecretOut>(endpointSecretOutSchema), 204: null },
  }),
  readHeaders: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/headers',
    responses: { 200: jsonOf<EndpointHeadersOut>(endpointHeadersOutSchema) },
  }),
  replaceHeaders: operation({
    method: 'PUT',
    path: '/app/{app}/endpoint/{endpoint}/headers',
    body: jsonOf<EndpointHeadersIn>(endpointHeadersInSchema),
    responses: { 204: null },
  }),
  changeHeaders: operation({
    method: 'PATCH',
    path: '/app/{app}/endpoint/{endpoint}/headers',
    body: jsonOf<EndpointHeadersPatch>(endpointHeadersPatchSchema),
    responses: { 204: null },
  }),
};
