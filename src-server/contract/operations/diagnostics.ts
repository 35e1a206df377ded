import { type BackgroundTaskOut, backgroundTaskOutSchema } from '../background-task';
import {
  type CrashTestIn,
  crashTestInSchema,
  LOG_LEVELS,
  type PacingTestIn,
  pacingTestInSchema,
  type RecentLogOut,
  recentLogOutSchema,
  type SelfCheckOut,
  selfCheckOutSchema,
} from '../diagnostics';
import { jsonOf, operation } from '../operation';

/** The operations behind `http/routes/diagnostics`. */
export const diagnosticsOperations = {
  selfCheck: operation({
    method: 'POST',
    path: '/diagnostics/self-check',
    responses: { 200: jsonOf<SelfCheckOut>(selfCheckOutSchema) },
  }),
  readLog: operation({
    method: 'GET',
    path: '/diagnostics/log',
    query: {
      level: {
        type: 'string',
        enum: LOG_LEVELS,
        default: 'debug',
        description: 'Lines of this level or more severe.',
      },
      text: { type: 'string', maxLength: 200, description: 'Only lines with this text.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        default: 200,
        description: 'Maximum lines in the response.',
      },
    },
    responses: { 200: jsonOf<RecentLogOut>(recentLogOutSchema) },
  }),
  provePacing: operation({
    method: 'POST',
    path: '/diagnostics/pacing-test',
    body: jsonOf<PacingTestIn>(pacingTestInSchema),
    responses: { 202: jsonOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
  proveDurability: operation({
    method: 'POST',
    path: '/diagnostics/crash-test',
    body: jsonOf<CrashTestIn>(crashTestInSchema),
    responses: { 202: jsonOf<BackgroundTaskOut>(backgroundTaskOutSchema) },
  }),
};
