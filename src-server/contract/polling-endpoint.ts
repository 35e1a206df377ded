import type { FromSchema } from 'json-schema-to-ts';
import { uid } from './application';
import { endpointInSchema } from './endpoint';
import { endpointFilter, endpointFilterOut } from './endpoint-filter';
import { LIMITS } from './limits';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from './list';
import { messageOutSchema } from './message';
import { count, dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** The longest that a poll without a message may be held open, in seconds. */
export const POLL_WAIT_MAX_S = 30;
/**
 * Polls of one token that are held open at the same time, or of all polling tokens of an application; further ones are
 * answered at once.
 */
export const HELD_POLLS_MAX = 10;
/** How long messages are given to nobody else under the same name unless the poll says so, in milliseconds. */
export const LEASE_DEFAULT_MS = 60_000;
const LEASE_MAX_MS = 3_600_000;

const properties = {
  // An id of its own begins so.
  uid: {
    ...uid,
    checkedInCode: { not: { type: 'string', pattern: '^(app|ep|poll|msg|atmpt|tok|con|tgt|qtask)_' } },
  },
  description: endpointInSchema.properties.description,
  filterTypes: endpointInSchema.properties.filterTypes,
  channels: endpointInSchema.properties.channels,
  filter: endpointFilter,
  disabled: {
    type: 'boolean',
    description: 'True: polls return 409 until it is enabled again; nothing is lost meanwhile.',
  },
} as const;

/** Body of POST. */
export const pollingEndpointInSchema = {
  type: 'object',
  additionalProperties: false,
  properties,
} as const;

/** Body of PATCH: absent leaves a field alone, null clears it. */
export const pollingEndpointPatchSchema = {
  type: 'object',
  additionalProperties: false,
  properties,
} as const;

/** A polling endpoint: never with its token. */
export const pollingEndpointOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `poll_...`.' },
  uid: { type: ['string', 'null'], description: 'Your own identifier. Null means none.' },
  description: { type: 'string', description: 'Human-readable text.' },
  filterTypes: {
    type: ['array', 'null'],
    items: { type: 'string', description: 'An event type.' },
    description: 'Only these event types are read. Null means all.',
  },
  channels: {
    type: ['array', 'null'],
    items: { type: 'string', description: 'A channel.' },
    description: 'Only messages on one of these channels. Null means any.',
  },
  filter: endpointFilterOut,
  disabled: { type: 'boolean', description: 'True while polls return 409.' },
  createdAt: dateTime('When it was created: it reads what was accepted since (RFC 3339, UTC).'),
  updatedAt: dateTime('When it last changed (RFC 3339, UTC).'),
});

/** Body of POST .../token/rotate. */
export const pollingTokenRotateInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    expiry: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 31_536_000,
      description: 'How long the new token works, in seconds. Null or absent: until it is replaced.',
    },
    oldTokenExpiry: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 86_400,
      description: 'How long those before it still work, in seconds. Null or absent: 300.',
    },
  },
} as const;

/** A token that reads one polling endpoint. */
export const pollingTokenOutSchema = strictObject({
  token: { type: 'string', description: 'The token, sent as `Authorization: Bearer`.' },
  id: { type: 'string', description: 'Identifier, `tok_...`.' },
  name: { type: 'string', description: 'What it reads: the id of the polling endpoint.' },
  createdAt: dateTime('When it was created (RFC 3339, UTC).'),
  expiresAt: dateTimeOrNull('When it stops working (RFC 3339, UTC). Null: when it is replaced.'),
  scopes: {
    type: ['array', 'null'],
    items: { type: 'string', description: 'A scope.' },
    description: 'What it may do: always `polling-endpoint:read` of this one alone.',
  },
});

const messageProperties = {
  id: messageOutSchema.properties.id,
  eventId: messageOutSchema.properties.eventId,
  eventType: messageOutSchema.properties.eventType,
  payload: {
    type: 'object',
    additionalProperties: true,
    description: 'The body; `{"rawPayload":"..."}` for a raw payload that is not a JSON object.',
  },
  channels: messageOutSchema.properties.channels,
  tags: messageOutSchema.properties.tags,
  timestamp: messageOutSchema.properties.timestamp,
  deliverAt: messageOutSchema.properties.deliverAt,
} as const;

/** A message that was polled. */
export const pollingEndpointMessageOutSchema = strictObject(messageProperties);

/** A message with the number by which it is committed. */
export const pollingEndpointLeasedMessageOutSchema = strictObject({
  ...messageProperties,
  offset: {
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Where it stands: grows from message to message.',
  },
});

export const pollingEndpointOutPageSchema = strictObject({
  data: {
    type: 'array',
    items: pollingEndpointMessageOutSchema,
    description: 'Messages in the order in which they were accepted.',
  },
  iterator: { type: 'string', description: 'Where the next poll goes on.' },
  done: { type: 'boolean', description: 'True: there was nothing more.' },
});

export const pollingEndpointLeasedPageSchema = strictObject({
  data: {
    type: 'array',
    items: pollingEndpointLeasedMessageOutSchema,
    description: 'Messages in the order in which they were accepted.',
  },
  done: { type: 'boolean', description: 'True: there was nothing more.' },
});

/** Body of POST .../seek. */
export const pollingConsumerSeekInSchema = strictObject({
  after: dateTime('It goes on with what was accepted then and later, to 4 ms.'),
});

export const pollingConsumerSeekOutSchema = strictObject({
  iterator: { type: 'string', description: 'Where its next poll goes on.' },
});

/** Body of POST .../commit. */
export const pollingConsumerCommitInSchema = strictObject({
  offset: {
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Of a message that it was given: it is done with this one, and with all before it.',
  },
});

/** A reader of a polling endpoint whose position the server keeps. */
export const pollingConsumerOutSchema = strictObject({
  name: { type: 'string', description: 'The name under which it polls.' },
  createdAt: dateTime('When it polled first (RFC 3339, UTC).'),
  lastPolledAt: dateTimeOrNull('When it polled last, to a minute (RFC 3339, UTC). Null: never.'),
  lag: count(
    'How many messages it is not done with, by their event types and channels, up to 1,000; where there are more than ten consumers, up to 10,000 for all together.',
  ),
  lagIsMore: { type: 'boolean', description: 'True: there are more than those.' },
  lagSince: dateTimeOrNull('When the oldest of them was accepted (RFC 3339, UTC). Null: there is none.'),
});

export const pollingConsumersOutSchema = strictObject({
  data: { type: 'array', items: pollingConsumerOutSchema, description: 'By name.' },
});

const limit = {
  type: 'integer',
  minimum: 1,
  maximum: LIST_LIMIT_MAX,
  default: LIST_LIMIT_DEFAULT,
  description: 'Maximum messages. Large ones are given fewer at a time: go on until `done`.',
} as const;
const wait = {
  type: 'integer',
  minimum: 0,
  maximum: POLL_WAIT_MAX_S,
  default: 0,
  description: `How long to wait for a message if there is none, in seconds. A token has ${HELD_POLLS_MAX} such polls at a time; the polling tokens of an application have as many together.`,
} as const;

export const pollQuery = {
  limit,
  iterator: { type: 'string', description: '`iterator` of the last response.' },
  event_type: {
    type: 'string',
    description: 'Only this event type, if the polling endpoint takes it.',
  },
  channel: {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.channel.max,
    description: 'Only messages on this channel.',
  },
  after: {
    type: 'string',
    format: 'date-time',
    description: 'Where to begin without `iterator`: with what was accepted then and later.',
  },
  wait,
} as const;

export const consumerPollQuery = {
  limit,
  iterator: {
    type: 'string',
    description:
      '`iterator` of the last response: what was lost on the way comes again. Absent: the consumer goes on after what it was given last.',
  },
  wait,
} as const;

export const leaseQuery = {
  limit,
  lease_duration_ms: {
    type: 'integer',
    minimum: 1,
    maximum: LEASE_MAX_MS,
    default: LEASE_DEFAULT_MS,
    description:
      'After how many milliseconds the messages come again unless they are committed; not before the lease of an earlier poll ends.',
  },
  starting_position: {
    type: 'string',
    enum: ['earliest', 'latest'],
    description:
      'Where a new consumer begins: `earliest`, when the polling endpoint was created, which is the default; `latest`, now.',
  },
  wait,
} as const;

export type PollingEndpointIn = FromSchema<typeof pollingEndpointInSchema>;
export type PollingEndpointPatch = FromSchema<typeof pollingEndpointPatchSchema>;
export type PollingEndpointOut = FromSchema<typeof pollingEndpointOutSchema>;
export type PollingTokenRotateIn = FromSchema<typeof pollingTokenRotateInSchema>;
export type PollingTokenOut = FromSchema<typeof pollingTokenOutSchema>;
export type PollingEndpointMessageOut = FromSchema<typeof pollingEndpointMessageOutSchema>;
export type PollingEndpointOutPage = FromSchema<typeof pollingEndpointOutPageSchema>;
export type PollingEndpointLeasedPage = FromSchema<typeof pollingEndpointLeasedPageSchema>;
export type PollingConsumerSeekIn = FromSchema<typeof pollingConsumerSeekInSchema>;
export type PollingConsumerSeekOut = FromSchema<typeof pollingConsumerSeekOutSchema>;
export type PollingConsumerCommitIn = FromSchema<typeof pollingConsumerCommitInSchema>;
export type PollingConsumerOut = FromSchema<typeof pollingConsumerOutSchema>;
export type PollingConsumersOut = FromSchema<typeof pollingConsumersOutSchema>;
