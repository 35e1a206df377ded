import { jsonOf, type Method, type Operation, operation, type SchemaOf } from '../operation';
import {
  type OperationalEndpointIn,
  type OperationalEndpointPatch,
  type OperationalEndpointUpdate,
  type OperationalEventTypeList,
  operationalEndpointInSchema,
  operationalEndpointPatchSchema,
  operationalEndpointUpdateSchema,
  operationalEventTypeListSchema,
} from '../operational-webhook';
import { attemptOperations } from './attempts';
import { endpointSecretOperations } from './endpoint-secrets';
import { endpointOperations } from './endpoints';

/** The operations on the sender's own endpoints: those of an application's endpoints, at another path. */
export const operationalWebhookOperations = {
  create: movedTo(
    '/operational-webhook/endpoint',
    endpointOperations.create,
    jsonOf<OperationalEndpointIn>(operationalEndpointInSchema),
  ),
  list: movedTo('/operational-webhook/endpoint', endpointOperations.list),
  read: movedTo('/operational-webhook/endpoint/{endpoint}', endpointOperations.read),
  replace: movedTo(
    '/operational-webhook/endpoint/{endpoint}',
    endpointOperations.replace,
    jsonOf<OperationalEndpointUpdate>(operationalEndpointUpdateSchema),
  ),
  change: movedTo(
    '/operational-webhook/endpoint/{endpoint}',
    endpointOperations.change,
    jsonOf<OperationalEndpointPatch>(operationalEndpointPatchSchema),
  ),
  delete: movedTo('/operational-webhook/endpoint/{endpoint}', endpointOperations.delete),
  readSecret: movedTo('/operational-webhook/endpoint/{endpoint}/secret', endpointSecretOperations.readSecret),
  rotateSecret: movedTo(
    '/operational-webhook/endpoint/{endpoint}/secret/rotate',
    endpointSecretOperations.rotateSecret,
  ),
  readHeaders: movedTo(
    '/operational-webhook/endpoint/{endpoint}/headers',
    endpointSecretOperations.readHeaders,
  ),
  replaceHeaders: movedTo(
    '/operational-webhook/endpoint/{endpoint}/headers',
    endpointSecretOperations.replaceHeaders,
  ),
  listAttempts: movedTo('/operational-webhook/endpoint/{endpoint}/attempt', attemptOperations.listOfEndpoint),
  listEventTypes: operation({
    method: 'GET',
    path: '/operational-webhook/event-type',
    responses: { 200: jsonOf<OperationalEventTypeList>(operationalEventTypeListSchema) },
  }),
};

/** The same operation at another path, with the body it accepts there. */
function movedTo<M extends Method, const P extends string, Query, Body, Out, NewBody = Body>(
  path: P,
  moved: Operation<M, string, Query, Body, Out>,
  body?: SchemaOf<NewBody>,
): Operation<M, P, Query, NewBody, Out> {
  const { '~types': _none, ...rest } = moved;
  return { ...rest, path, ...(body && { body }) };
}
