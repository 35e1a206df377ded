import type { FromSchema } from 'json-schema-to-ts';
import { ATTEMPT_CAUSES } from './attempt-cause';
import { listSchema } from './list';
import { messageOutcomesSchema } from './message';
import { count } from './property-schemas';
import { strictObject } from './strict-object';

/**
 * The state of a message over all its endpoints: what needs a person comes before what is fine. `no-endpoint`: it was
 * sent to none. `expired`: neither its content nor a delivery is on record any more.
 */
export const MESSAGE_STATES = [
  'no-endpoint',
  'failed',
  'waiting',
  'delivered',
  'canceled',
  'expired',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** What keeps a message from an endpoint, in a word. */
export const MESSAGE_REASONS = [
  'response',
  'disabled',
  'paused',
  'sending-paused',
  'limit',
  'scheduled',
  'filtered',
  'no-endpoint',
] as const;

/** Why a message has not arrived everywhere. */
export const messageReasonSchema = strictObject({
  kind: {
    type: 'string',
    enum: MESSAGE_REASONS,
    description:
      '`response`: the latest attempt failed. `disabled`, `paused`: its endpoint is. `sending-paused`: all sending is. `limit`: it waits for its turn. `scheduled`: it waits for its `deliverAt`. `filtered`: no endpoint of the application took it. `no-endpoint`: the application had none.',
  },
  endpointId: {
    type: ['string', 'null'],
    description: 'The endpoint. Null: it was sent to none.',
  },
  responseStatusCode: {
    type: ['integer', 'null'],
    description: 'HTTP status of the latest attempt; 0: there was no response. Null unless `response`.',
  },
  cause: {
    type: ['string', 'null'],
    enum: [...ATTEMPT_CAUSES, null],
    description: 'Why the latest attempt failed. Null unless `response`.',
  },
  attempts: count('Attempts of this delivery.'),
  waitMs: {
    type: ['integer', 'null'],
    minimum: 0,
    description:
      'How long the queue of the endpoint takes to clear at its limit, or has waited, in ms: this message waits no longer than that. Null unless `limit`.',
  },
});
export type MessageReasonOut = FromSchema<typeof messageReasonSchema>;

/** A message of any application, with its outcomes. */
export const fleetMessageOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'appId',
    'appName',
    'eventId',
    'eventType',
    'timestamp',
    'deliverAt',
    'state',
    'reason',
    'outcomes',
  ],
  properties: {
    id: { type: 'string', description: 'The message.' },
    appId: { type: 'string', description: 'Its application.' },
    appName: { type: 'string', description: 'The name of its application.' },
    eventId: { type: ['string', 'null'], description: 'The identifier of its sender. Null: none.' },
    eventType: { type: 'string', description: 'Its event type.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it was accepted (RFC 3339, UTC).' },
    deliverAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When delivery may start. Null: at once.',
    },
    state: {
      type: 'string',
      enum: MESSAGE_STATES,
      description:
        'The first that applies. `failed`: an endpoint never got it. `waiting`: an endpoint still waits for it. `delivered`: every other endpoint got it. `canceled`: all its deliveries were canceled. `no-endpoint`: it was sent to none. `expired`: neither its content nor a delivery is on record.',
    },
    reason: {
      anyOf: [messageReasonSchema, { type: 'null' }],
      description:
        'What keeps it from the endpoint that needs a person most: what was given up comes before what is held, and that before what is tried again. Null: nothing does.',
    },
    outcomes: {
      ...messageOutcomesSchema,
      description: 'Its endpoints, counted by the outcome of the delivery, including deleted endpoints.',
    },
  },
} as const;

const rows = listSchema(fleetMessageOutSchema);

/** A page of messages. It may hold few rows, or none, although there are more: a search looks at a bounded number. */
export const fleetMessagePageOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['data', 'iterator', 'done', 'examined', 'examinedSince'],
  properties: {
    data: {
      ...rows.properties.data,
      description: 'The messages found, newest first. May be empty although `done` is false.',
    },
    iterator: {
      type: ['string', 'null'],
      description: 'Pass it back as `iterator` to search further back. Null: no message was examined.',
    },
    done: { type: 'boolean', description: 'True when there is no older message left to examine.' },
    examined: {
      type: 'integer',
      minimum: 0,
      description: 'How many messages were compared with the query for this page.',
    },
    examinedSince: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the oldest of them was accepted (RFC 3339, UTC). Null: none was examined.',
    },
  },
} as const;

export type FleetMessageOut = FromSchema<typeof fleetMessageOutSchema>;
export type FleetMessagePageOut = FromSchema<typeof fleetMessagePageOutSchema>;
