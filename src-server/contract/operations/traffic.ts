import { jsonOf, operation } from '../operation';
import {
  type ApplicationHistoryOut,
  applicationHistoryOutSchema,
  type DeliveryStateOut,
  deliveryStateOutSchema,
  type EndpointHistoryOut,
  endpointHistoryOutSchema,
} from '../traffic';

const rangeQuery = {
  since: {
    type: 'string',
    format: 'date-time',
    description: 'Buckets that start at this time or later; not later than `until`.',
  },
  until: {
    type: 'string',
    format: 'date-time',
    description: 'Buckets that start until this time. Absent: until now.',
  },
} as const;

/** The operations behind `http/routes/traffic`. */
export const trafficOperations = {
  readOfEndpoint: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/history',
    query: {
      ...rangeQuery,
      step: { type: 'integer', enum: [1, 60], default: 1, description: 'Length of a bucket in seconds.' },
    },
    responses: { 200: jsonOf<EndpointHistoryOut>(endpointHistoryOutSchema) },
  }),
  readOfApplication: operation({
    method: 'GET',
    path: '/app/{app}/history',
    query: rangeQuery,
    responses: { 200: jsonOf<ApplicationHistoryOut>(applicationHistoryOutSchema) },
  }),
  readDeliveryState: operation({
    method: 'GET',
    path: '/delivery-state',
    responses: { 200: jsonOf<DeliveryStateOut>(deliveryStateOutSchema) },
  }),
};
