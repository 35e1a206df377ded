import type { FromSchema } from 'json-schema-to-ts';
import { backgroundTaskOutSchema } from './background-task';
import { count, dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** The longest range of messages that one call may resend: 14 days, plus five minutes for clock differences. */
export const LONGEST_REPLAY_MS = (14 * 24 * 60 + 5) * 60_000;

const range = {
  since: dateTime(
    'Messages accepted since this time (RFC 3339): not later than `until`, and at most 14 days before it, or before now where that is earlier.',
  ),
  until: dateTimeOrNull('Messages accepted until this time. Null or absent: until now.'),
  dryRun: { type: 'boolean', description: 'True: nothing is queued; the response counts what would be.' },
} as const;

/** The most messages that one call may name. */
const REPLAY_MESSAGES_MAX = 5000;

const messageChoice = {
  eventTypes: {
    type: ['array', 'null'],
    items: { type: 'string', minLength: 1, maxLength: 256, description: 'An event type.' },
    maxItems: 1000,
    description: 'Only messages of these event types. An empty list is the same as null: everything.',
  },
  messageIds: {
    type: ['array', 'null'],
    items: { type: 'string', minLength: 1, maxLength: 64, description: 'The id of a message.' },
    maxItems: REPLAY_MESSAGES_MAX,
    description:
      'Only these messages; `since` may then be longer ago than 14 days. An empty list is the same as null: everything.',
  },
  channel: { type: ['string', 'null'], maxLength: 128, description: 'Only messages on this channel.' },
  tag: { type: ['string', 'null'], maxLength: 128, description: 'Only messages with this tag.' },
} as const;

const statusCodeClass = {
  type: ['integer', 'null'],
  enum: [0, 100, 200, 300, 400, 500, null],
  description: 'Only messages with this status in their last attempt: 200 means 200 to 299; 0: no response.',
} as const;

/** Body of POST .../endpoint/{endpoint}/retry-now. */
export const retryNowInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    since: dateTimeOrNull(
      'Messages accepted since this time (RFC 3339): not later than `until`. Null or absent: all that wait.',
    ),
    until: range.until,
    dryRun: {
      type: 'boolean',
      description: 'True: nothing is attempted; the response counts what would be.',
    },
    ...messageChoice,
    statusCodeClass,
  },
} as const;

/** Body of POST .../recover. */
export const recoverInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['since'],
  properties: { ...range, ...messageChoice, statusCodeClass },
} as const;

/** Body of POST .../replay-missing. */
export const replayMissingInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['since'],
  properties: { ...range, ...messageChoice },
} as const;

/** Body of POST .../bulk-replay. */
export const bulkReplayInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['since'],
  properties: {
    ...range,
    ...messageChoice,
    status: {
      type: ['integer', 'null'],
      enum: [0, 1, 2, 3, 4, null],
      description:
        'Only messages with this status at the endpoint: 0 success, 1 pending, 2 fail, 3 sending, 4 canceled.',
    },
    statusCodeClass,
  },
} as const;

/** Body of POST .../msg/{message}/retry-now. */
export const messageRetryInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    endpointId: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 256,
      description: 'The id or uid of an endpoint: only there. Null or absent: at all endpoints.',
    },
    dryRun: {
      type: 'boolean',
      description: 'True: nothing is attempted; the response counts what would be.',
    },
  },
} as const;

/** Answer to .../msg/{message}/retry-now, also with `dryRun`. */
export const messageRetryOutSchema = strictObject({
  retried: count(
    'Attempts that are made now, or would be: extra ones, each within the limit of its endpoint. If one fails, the next automatic attempt of its delivery comes as planned.',
  ),
  skipped: {
    ...strictObject({
      alreadyDue: count('They are queued, already due, or being attempted.'),
      endpointDisabled: count('Their endpoint is disabled; they wait until it is enabled.'),
      paused: count('They are held, because their endpoint or all sending is paused.'),
    }),
    description: 'Waiting deliveries that were left alone, by reason.',
  },
});

const skipped = strictObject({
  contentRemoved: count('Their content was removed.'),
  alreadyWaiting: count(
    'They are already waiting for this endpoint; with retry-now: they are already due, or held, because the endpoint or all sending is paused.',
  ),
  changedMeanwhile: count('They were sent, or their content was removed, during the task.'),
});

/** Answer to `dryRun: true`: what would be queued, and how long sending it would take. */
export const replayEstimateOutSchema = strictObject({
  messages: count('Messages that would be queued; with retry-now: that would be attempted now.'),
  skipped: {
    ...skipped,
    description: 'Messages in the range that would not be queued, by reason.',
  },
  held: {
    type: ['string', 'null'],
    enum: ['disabled', 'paused', null],
    description:
      'Why nothing would leave now. `paused`: the messages would wait. `disabled`: the call is refused until the endpoint is enabled. Null: nothing holds it.',
  },
  waiting: count('Deliveries that are due at the endpoint already, and are sent first.'),
  rateLimit: {
    type: ['integer', 'null'],
    description: 'The effective limit, in messages per second. Null: none.',
  },
  estimatedSeconds: {
    type: ['integer', 'null'],
    description:
      'Estimated time until all are sent, including those due already, at the current rate; with retry-now, at the limit. Null: there is no limit, or the endpoint is held.',
  },
  from: dateTime('Start of the range (RFC 3339, UTC).'),
  until: dateTime('End of the range (RFC 3339, UTC).'),
  oldest: dateTimeOrNull(
    'When the oldest message that would be queued was accepted (RFC 3339, UTC). Null: there is none.',
  ),
  newest: dateTimeOrNull('When the newest of them was accepted (RFC 3339, UTC). Null: there is none.'),
});

/** Answer to a replay that has started: its task, with its progress so far. */
export const replayTaskOutSchema = {
  ...backgroundTaskOutSchema,
  properties: {
    ...backgroundTaskOutSchema.properties,
    data: {
      ...backgroundTaskOutSchema.properties.data,
      properties: {
        ...backgroundTaskOutSchema.properties.data.properties,
        from: dateTime('Start of the range (RFC 3339, UTC).'),
        until: dateTime('End of the range (RFC 3339, UTC).'),
        found: count('Messages found so far: queued and skipped.'),
        queued: count('Messages that were queued for the endpoint; with retry-now: that are attempted now.'),
        messagesSent: count('The same as `queued`; official clients read it.'),
        skipped: { ...skipped, description: 'Messages that were not queued, by reason.' },
        estimatedSeconds: {
          type: ['integer', 'null'],
          description:
            'Estimated time from the start until all messages queued so far are sent, at the rate of that time. Null: there was no limit, or the endpoint was paused.',
        },
      },
    },
  },
} as const;

export type RetryNowIn = FromSchema<typeof retryNowInSchema>;
export type RecoverIn = FromSchema<typeof recoverInSchema>;
export type ReplayMissingIn = FromSchema<typeof replayMissingInSchema>;
export type MessageRetryIn = FromSchema<typeof messageRetryInSchema>;
export type MessageRetryOut = FromSchema<typeof messageRetryOutSchema>;
export type BulkReplayIn = FromSchema<typeof bulkReplayInSchema>;
export type ReplayEstimateOut = FromSchema<typeof replayEstimateOutSchema>;
export type ReplaySkippedOut = FromSchema<typeof skipped>;
export type ReplayTaskOut = FromSchema<typeof replayTaskOutSchema>;
