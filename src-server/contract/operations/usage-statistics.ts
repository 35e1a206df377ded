import { type BackgroundTaskOut, backgroundTaskOutSchema } from '../background-task';
import { jsonOf, operation } from '../operation';
import {
  type AppUsageStatsIn,
  type AppUsageStatsOut,
  appUsageStatsInSchema,
  appUsageStatsOutSchema,
} from '../usage-statistics';

/** The operations behind `http/routes/usage-statistics`. */
export const usageStatisticsOperations = {
  recordEventTypes: operation({
    method: 'PUT',
    path: '/stats/usage/event-types',
    responses: { 202: jsonOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
  countApplications: operation({
    method: 'POST',
    path: '/stats/usage/app',
    body: jsonOf<AppUsageStatsIn>(appUsageStatsInSchema),
    responses: { 202: jsonOf<AppUsageStatsOut>(appUsageStatsOutSchema) },
  }),
};
