import {
  type EventTypeInsightsOut,
  type EventTypeUsageOut,
  eventTypeInsightsOutSchema,
  eventTypeUsageOutSchema,
} from '../event-type-usage';
import { listQuery } from '../list-query';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/event-type-usage`. */
export const eventTypeUsageOperations = {
  read: operation({
    method: 'GET',
    path: '/event-type/{name}/usage',
    query: { limit: { ...listQuery.limit, description: 'Maximum endpoints in the response.' } },
    responses: { 200: jsonOf<EventTypeUsageOut>(eventTypeUsageOutSchema) },
  }),
  readInsights: operation({
    method: 'GET',
    path: '/event-type-insights',
    responses: { 200: jsonOf<EventTypeInsightsOut>(eventTypeInsightsOutSchema) },
  }),
};
