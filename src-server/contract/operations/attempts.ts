import {
  type AttemptCountOut,
  type AttemptHeadersOut,
  type AttemptOut,
  attemptCountOutSchema,
  attemptHeadersOutSchema,
  attemptOutSchema,
  type EndpointMessageOut,
  endpointMessageOutSchema,
  type MessageEndpointOut,
  messageEndpointOutSchema,
  type ResendOut,
  resendOutSchema,
} from '../attempt';
import { attemptOutcomeQuery } from '../attempt-outcome-query';
import { listQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';
import { timelineQuery } from '../timeline-query';

const expanded = {
  expanded_statuses: {
    type: 'boolean',
    default: false,
    description:
      'True tells the statuses 3 (sending) and 4 (canceled). Otherwise these are 1 (pending) and 0 (success), as older clients expect.',
  },
} as const;

const attemptQuery = { ...timelineQuery, ...expanded, ...attemptOutcomeQuery } as const;

const messageAttemptQuery = {
  ...attemptQuery,
  endpoint_id: { type: 'string', description: 'Only at this endpoint (id or uid).' },
} as const;

/** The operations behind `http/routes/attempts`. */
export const attemptOperations = {
  listOfEndpoint: operation({
    method: 'GET',
    path: '/app/{app}/attempt/endpoint/{endpoint}',
    query: {
      ...attemptQuery,
      with_msg: { type: 'boolean', default: false, description: 'True adds the message.' },
    },
    responses: { 200: pageOf<AttemptOut>(attemptOutSchema) },
  }),
  listOfMessage: operation({
    method: 'GET',
    path: '/app/{app}/attempt/msg/{message}',
    query: messageAttemptQuery,
    responses: { 200: pageOf<AttemptOut>(attemptOutSchema) },
  }),
  listOfMessageOld: operation({
    method: 'GET',
    path: '/app/{app}/msg/{message}/attempt',
    query: messageAttemptQuery,
    responses: { 200: pageOf<AttemptOut>(attemptOutSchema) },
  }),
  listOfDeliveryOld: operation({
    method: 'GET',
    path: '/app/{app}/msg/{message}/endpoint/{endpoint}/attempt',
    query: attemptQuery,
    responses: { 200: pageOf<AttemptOut>(attemptOutSchema) },
  }),
  countOfEndpoint: operation({
    method: 'GET',
    path: '/app/{app}/attempt/endpoint/{endpoint}/count',
    query: { before: timelineQuery.before, after: timelineQuery.after },
    responses: { 200: jsonOf<AttemptCountOut>(attemptCountOutSchema) },
  }),
  listMessages: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/msg',
    query: { ...timelineQuery, ...expanded, status: attemptOutcomeQuery.status },
    responses: { 200: pageOf<EndpointMessageOut>(endpointMessageOutSchema) },
  }),
  listEndpoints: operation({
    method: 'GET',
    path: '/app/{app}/msg/{message}/endpoint',
    query: { ...listQuery, ...expanded },
    responses: { 200: pageOf<MessageEndpointOut>(messageEndpointOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/app/{app}/msg/{message}/attempt/{attempt}',
    query: expanded,
    responses: { 200: jsonOf<AttemptOut>(attemptOutSchema) },
  }),
  readHeaders: operation({
    method: 'GET',
    path: '/app/{app}/msg/{message}/attempt/{attempt}/headers',
    responses: { 200: jsonOf<AttemptHeadersOut>(attemptHeadersOutSchema) },
  }),
  deleteContent: operation({
    method: 'DELETE',
    path: '/app/{app}/msg/{message}/attempt/{attempt}/content',
    responses: { 204: null },
  }),
  resend: operation({
    method: 'POST',
    path: '/app/{app}/msg/{message}/endpoint/{endpoint}/resend',
    responses: { 202: jsonOf<ResendOut>(resendOutSchema) },
  }),
};
