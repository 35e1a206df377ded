import { type EndpointStatsOut, endpointStatsOutSchema } from '../endpoint';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/endpoint-stats`. */
export const endpointStatsOperations = {
  read: operation({
    method: 'GET',
    path: '/app/{app}/endpoint/{endpoint}/stats',
    query: {
      since: {
        type: 'string',
        format: 'date-time',
        description:
          'Messages accepted since this time: not later than `until`, and at most 28 days before it.',
      },
      until: {
        type: 'string',
        format: 'date-time',
        description: 'Messages accepted until this time; not in the future. Absent: until now.',
      },
    },
    answers: { 200: jsonOf<EndpointStatsOut>(endpointStatsOutSchema) },
  }),
};
