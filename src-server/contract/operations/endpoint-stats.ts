import {
  type ApplicationQueueOut,
  type ApplicationStatsOut,
  applicationQueueOutSchema,
  applicationStatsOutSchema,
  type EndpointStatsOut,
  endpointStatsOutSchema,
} from '../endpoint';
import { jsonOf, operation } from '../operation';

const range = {
  since: {
    type: 'string',
    format: 'date-time',
    description: 'Messages accepted since this time: not later than `until`, and at most 28 days before it.',
  },
  until: {
    type: 'string',
    format: 'date-time',
    description: 'Messages accepted until this time; not in the future. Absent: until now.',
  },
} as const;

/** The operations behind `http/routes/endpoint-stats`. */
export const endpointStatsOperations = {
  read: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/stats',
    query: range,
    responses: { 200: jsonOf<EndpointStatsOut>(endpointStatsOutSchema) },
  }),
  readOfApplication: operation({
    method: 'GET',
    path: '/app/{app}/stats',
    query: range,
    responses: { 200: jsonOf<ApplicationStatsOut>(applicationStatsOutSchema) },
  }),
  readQueue: operation({
    method: 'GET',
    path: '/app/{app}/queue',
    responses: { 200: jsonOf<ApplicationQueueOut>(applicationQueueOutSchema) },
  }),
};
