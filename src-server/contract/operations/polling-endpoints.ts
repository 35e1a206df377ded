import { orderedListQuery } from '../list-query';
import { jsonOf, operation, pageOf } from '../operation';
import {
  consumerPollQuery,
  leaseQuery,
  type PollingConsumerCommitIn,
  type PollingConsumerSeekIn,
  type PollingConsumerSeekOut,
  type PollingConsumersOut,
  type PollingEndpointIn,
  type PollingEndpointLeasedPage,
  type PollingEndpointOut,
  type PollingEndpointOutPage,
  type PollingEndpointPatch,
  type PollingTokenOut,
  type PollingTokenRotateIn,
  pollingConsumerCommitInSchema,
  pollingConsumerSeekInSchema,
  pollingConsumerSeekOutSchema,
  pollingConsumersOutSchema,
  pollingEndpointInSchema,
  pollingEndpointLeasedPageSchema,
  pollingEndpointOutPageSchema,
  pollingEndpointOutSchema,
  pollingEndpointPatchSchema,
  pollingTokenOutSchema,
  pollingTokenRotateInSchema,
  pollQuery,
} from '../polling-endpoint';

/** The operations behind `http/routes/polling-endpoints` and `http/routes/pollers`. */
export const pollingEndpointOperations = {
  create: operation({
    method: 'POST',
    path: '/app/{app}/polling-endpoint',
    body: jsonOf<PollingEndpointIn>(pollingEndpointInSchema),
    emptyBody: true,
    responses: { 201: jsonOf<PollingEndpointOut>(pollingEndpointOutSchema) },
  }),
  list: operation({
    method: 'GET',
    path: '/app/{app}/polling-endpoint',
    query: orderedListQuery,
    responses: { 200: pageOf<PollingEndpointOut>(pollingEndpointOutSchema) },
  }),
  read: operation({
    method: 'GET',
    path: '/app/{app}/polling-endpoint/{poller}',
    responses: { 200: jsonOf<PollingEndpointOut>(pollingEndpointOutSchema) },
  }),
  change: operation({
    method: 'PATCH',
    path: '/app/{app}/polling-endpoint/{poller}',
    body: jsonOf<PollingEndpointPatch>(pollingEndpointPatchSchema),
    responses: { 200: jsonOf<PollingEndpointOut>(pollingEndpointOutSchema) },
  }),
  delete: operation({
    method: 'DELETE',
    path: '/app/{app}/polling-endpoint/{poller}',
    responses: { 204: null },
  }),
  readToken: operation({
    method: 'GET',
    path: '/auth/app/{app}/poller/{poller}/token',
    responses: { 200: jsonOf<PollingTokenOut>(pollingTokenOutSchema) },
  }),
  rotateToken: operation({
    method: 'POST',
    path: '/auth/app/{app}/poller/{poller}/token/rotate',
    body: jsonOf<PollingTokenRotateIn>(pollingTokenRotateInSchema),
    emptyBody: true,
    responses: { 200: jsonOf<PollingTokenOut>(pollingTokenOutSchema) },
  }),
  listConsumers: operation({
    method: 'GET',
    path: '/app/{app}/polling-endpoint/{poller}/consumer',
    responses: { 200: jsonOf<PollingConsumersOut>(pollingConsumersOutSchema) },
  }),
  deleteConsumer: operation({
    method: 'DELETE',
    path: '/app/{app}/polling-endpoint/{poller}/consumer/{consumer}',
    responses: { 204: null },
  }),
  poll: operation({
    method: 'GET',
    path: '/app/{app}/poller/{poller}',
    query: pollQuery,
    responses: { 200: jsonOf<PollingEndpointOutPage>(pollingEndpointOutPageSchema) },
  }),
  pollConsumer: operation({
    method: 'GET',
    path: '/app/{app}/poller/{poller}/consumer/{consumer}',
    query: consumerPollQuery,
    responses: { 200: jsonOf<PollingEndpointOutPage>(pollingEndpointOutPageSchema) },
  }),
  seek: operation({
    method: 'POST',
    path: '/app/{app}/poller/{poller}/consumer/{consumer}/seek',
    body: jsonOf<PollingConsumerSeekIn>(pollingConsumerSeekInSchema),
    responses: { 200: jsonOf<PollingConsumerSeekOut>(pollingConsumerSeekOutSchema) },
  }),
  lease: operation({
    method: 'GET',
    path: '/app/{app}/polling-endpoint/{poller}/consumer/{consumer}',
    query: leaseQuery,
    responses: { 200: jsonOf<PollingEndpointLeasedPage>(pollingEndpointLeasedPageSchema) },
  }),
  commit: operation({
    method: 'POST',
    path: '/app/{app}/polling-endpoint/{poller}/consumer/{consumer}/commit',
    body: jsonOf<PollingConsumerCommitIn>(pollingConsumerCommitInSchema),
    responses: { 204: null },
  }),
};
