import { attemptOutcomeQuery } from '../attempt-outcome-query';
import { type FleetAttemptOut, fleetAttemptOutSchema } from '../fleet-attempt';
import { orderedListQuery } from '../list-query';
import { operation, pageOf } from '../operation';
import { timelineQuery } from '../timeline-query';

/** The operations behind `http/routes/all-attempts`. */
export const fleetAttemptOperations = {
  list: operation({
    method: 'GET',
    path: '/fleet/attempt',
    query: {
      ...orderedListQuery,
      ...attemptOutcomeQuery,
      event_types: timelineQuery.event_types,
      before: timelineQuery.before,
      after: timelineQuery.after,
      app_id: { type: 'string', description: 'Only attempts of the application with this id.' },
      endpoint: { type: 'string', description: 'Only attempts at the endpoint with this id.' },
      q: {
        type: 'string',
        pattern: '^(atmpt_)?[0-9A-Za-z]{0,40}$',
        description:
          'Only attempts with this id, or one that begins with it; `atmpt_` may be left out. Without it, and where no id begins with the text, those that contain it.',
      },
    },
    responses: { 200: pageOf<FleetAttemptOut>(fleetAttemptOutSchema) },
  }),
};
