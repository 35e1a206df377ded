import type { FromSchema } from 'json-schema-to-ts';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

export const TASK_STATUSES = ['running', 'finished', 'failed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Names that clients may filter by; this service has tasks of the first six, and of the last six. */
export const TASK_NAMES = [
  'endpoint.recover',
  'endpoint.replay',
  'endpoint.bulk-replay',
  'application.purge_content',
  'application.stats',
  'event-type.aggregate',
  'message.broadcast',
  'sdk.generate',
  'data.backup',
  'diagnostics.pacing-test',
  'diagnostics.crash-test',
  'working-copy.sync',
  'endpoint.retry-now',
  'message.erase',
] as const;

/** What every task has in `data`; each kind adds its own. */
const commonData = {
  appId: { type: ['string', 'null'], description: 'The application it works on. Null: no single one.' },
  endpointId: { type: ['string', 'null'], description: 'The endpoint it works on. Null: no single one.' },
  startedAt: dateTime('When it started (RFC 3339, UTC).'),
  finishedAt: dateTimeOrNull('When it ended (RFC 3339, UTC). Null: it is running.'),
  stopped: { type: 'boolean', description: 'True: someone stopped it.' },
  error: { type: ['string', 'null'], description: 'Why it failed, as a sentence. Null: it has not failed.' },
} as const;

/** A background task, as seen by its list, its own page, the live stream and the call that started it. */
export const backgroundTaskOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `qtask_...`.' },
  status: { type: 'string', enum: TASK_STATUSES, description: 'A stopped task is finished too.' },
  task: { type: 'string', description: 'What kind of work it is, `endpoint.recover` for one.' },
  data: {
    type: 'object',
    additionalProperties: true,
    required: ['appId', 'endpointId', 'startedAt', 'finishedAt', 'stopped', 'error'],
    properties: commonData,
    description: 'Its progress, and its receipt at the end.',
  },
  updatedAt: dateTime('When it last made progress (RFC 3339, UTC).'),
});

export type BackgroundTaskOut = FromSchema<typeof backgroundTaskOutSchema>;
