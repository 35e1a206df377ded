import type { FromSchema } from 'json-schema-to-ts';
import { backgroundTaskOutSchema } from './background-task';
import { CHANNEL_PATTERN } from './endpoint';
import { LIMITS } from './limits';
import { NAME_MAX_LENGTH, NAME_PATTERN, nameSchema } from './names';
import { count, dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** Largest request body that can hold a message, in bytes; more is 413. A 1 MiB payload always fits. */
export const MESSAGE_BODY_MAX_BYTES = LIMITS.messageBody.max;

/**
 * Body of POST /app/{app}/msg. `payload` is checked to be a JSON object and kept as the text received; it is not part
 * of the validator's output.
 */
export const messageInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['eventType', 'payload'],
  checkedInCode: {
    not: {
      required: ['payloadRetentionPeriod', 'payloadRetentionHours'],
      properties: {
        payloadRetentionPeriod: { type: 'integer' },
        payloadRetentionHours: { type: 'integer' },
      },
    },
  },
  properties: {
    eventType: nameSchema('Event type of the message. It need not be in the catalog.'),
    payload: {
      type: 'object',
      additionalProperties: true,
      description: 'The body to deliver: a JSON object, sent as the text that was received.',
    },
    eventId: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: NAME_MAX_LENGTH,
      pattern: NAME_PATTERN,
      checkedInCode: { not: { type: 'string', pattern: '^msg_' } },
      description:
        'Your own identifier, unique in the application; a duplicate is 409. It must not start with `msg_`. Null means none.',
    },
    channels: {
      type: ['array', 'null'],
      items: {
        type: 'string',
        minLength: 1,
        maxLength: LIMITS.channel.max,
        pattern: CHANNEL_PATTERN,
        description: 'A channel.',
      },
      uniqueItems: true,
      maxItems: LIMITS.channels.max,
      description: 'Channels of the message. An empty list is the same as null: none.',
    },
    tags: {
      type: ['array', 'null'],
      items: {
        type: 'string',
        minLength: 1,
        maxLength: LIMITS.tag.max,
        pattern: '^[a-zA-Z0-9\\-_./\\\\#]+$',
        description: 'A tag.',
      },
      uniqueItems: true,
      maxItems: LIMITS.tags.max,
      description: 'Tags for searching. An empty list is the same as null: none.',
    },
    deliverAt: dateTimeOrNull(
      'When delivery may begin (RFC 3339), at most 7 days ahead. Its endpoints are chosen when it is accepted. A past time or null means at once.',
    ),
    payloadRetentionPeriod: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: LIMITS.retentionDays.max,
      description:
        'Days after which the payload is removed; waiting deliveries are sent first. Null means the retention period of the server.',
    },
    payloadRetentionHours: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: LIMITS.retentionHours.max,
      description: 'The same in hours; at most one of the two may be given.',
    },
  },
} as const;

export const messageOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `msg_...`; the same for every attempt.' },
  eventId: { type: ['string', 'null'], description: 'Your own identifier. Null means none.' },
  eventType: { type: 'string', description: 'Event type of the message.' },
  payload: {
    type: 'object',
    additionalProperties: true,
    description:
      'The body; `{}` without content, `{"expired":true}` once removed, `{"rawPayload":"..."}` for a raw payload that is not a JSON object.',
  },
  channels: {
    type: ['array', 'null'],
    items: { type: 'string', description: 'A channel.' },
    description: 'Channels of the message. Null means none.',
  },
  tags: {
    type: ['array', 'null'],
    items: { type: 'string', description: 'A tag.' },
    description: 'Tags for searching. Null means none.',
  },
  timestamp: dateTime('When it was accepted (RFC 3339, UTC).'),
  deliverAt: dateTimeOrNull('When delivery may start. Null means at once.'),
  traceId: {
    type: ['string', 'null'],
    description:
      'The trace of the request that created it (W3C Trace Context): 32 hexadecimal digits. Null means none.',
  },
});

const endpointCount = (what: string) => count(what);

/** How many endpoints a message went or will go to, by its outcome there. */
export const messageOutcomesSchema = strictObject({
  success: endpointCount('It was delivered.'),
  pending: endpointCount('Waiting for its first attempt.'),
  sending: endpointCount('Waiting for a retry.'),
  fail: endpointCount('It was given up.'),
  canceled: endpointCount('It was canceled.'),
});

/** A row of the list of messages. */
export const messageListedOutSchema = {
  ...messageOutSchema,
  properties: {
    ...messageOutSchema.properties,
    outcomes: {
      ...messageOutcomesSchema,
      description:
        'Its endpoints, counted by the outcome of the delivery, including deleted endpoints. Absent unless requested.',
    },
  },
} as const;

/** Body of POST /app/{app}/msg/precheck/active. */
export const messagePrecheckInSchema = strictObject(
  {
    eventType: messageInSchema.properties.eventType,
    channels: messageInSchema.properties.channels,
  },
  { optional: ['channels'] },
);

export const messagePrecheckOutSchema = strictObject({
  active: { type: 'boolean', description: 'True when an enabled endpoint would get such a message.' },
});

/** Body of POST /app/{app}/msg/bulk-expunge. */
export const messageBulkExpungeInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ids: {
      type: 'array',
      items: { type: 'string', minLength: 1, description: 'An id or event id of a message.' },
      maxItems: LIMITS.expungedIds.max,
      description: 'The messages whose payloads are to be removed for good. Absent means none.',
    },
  },
} as const;

export const messageBulkExpungeOutSchema = strictObject({
  results: {
    type: 'object',
    additionalProperties: {
      type: 'string',
      enum: ['expunged', 'not-found'],
      description: 'Its outcome.',
    },
    description: 'The outcome of each, by the given id.',
  },
});

/** Answer of POST .../msg/expunge-all-contents: its task, with its progress so far. */
export const messageExpungeAllOutSchema = {
  ...backgroundTaskOutSchema,
  properties: {
    ...backgroundTaskOutSchema.properties,
    data: {
      ...backgroundTaskOutSchema.properties.data,
      properties: {
        ...backgroundTaskOutSchema.properties.data.properties,
        expunged: count('Payloads that were removed so far.'),
        messagesPurged: count('The same as `expunged`; official clients read it.'),
      },
    },
  },
} as const;

export type MessagePrecheckIn = FromSchema<typeof messagePrecheckInSchema>;
export type MessageBulkExpungeIn = FromSchema<typeof messageBulkExpungeInSchema>;
export type MessageOut = FromSchema<typeof messageOutSchema>;
export type MessageOutcomes = FromSchema<typeof messageOutcomesSchema>;
export type MessageListedOut = FromSchema<typeof messageListedOutSchema>;
export type MessagePrecheckOut = FromSchema<typeof messagePrecheckOutSchema>;
export type MessageBulkExpungeOut = FromSchema<typeof messageBulkExpungeOutSchema>;
export type MessageExpungeAllOut = FromSchema<typeof messageExpungeAllOutSchema>;
