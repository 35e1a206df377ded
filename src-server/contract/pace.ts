import type { FromSchema } from 'json-schema-to-ts';
import { count, dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/** The message that holds all others at an ordered endpoint. */
export const blockingMessageOutSchema = strictObject({
  messageId: { type: 'string', description: 'The message.' },
  attempt: count('The number of its next attempt.'),
  plannedAttempts: count('After this many it is given up, and the next message is sent.'),
  dueAt: dateTime('When that attempt is due (RFC 3339, UTC). If this has passed, it is being sent.'),
});

/** Answer of GET /app/{app}/endpoint/{endpoint}/pace: how fast an endpoint may be sent to right now, and why. */
export const paceOutSchema = strictObject({
  rateLimit: {
    type: ['integer', 'null'],
    description: 'The effective limit, its own or from the application, in messages per second. Null: none.',
  },
  currentRate: {
    type: ['number', 'null'],
    description: 'Current rate in messages per second; never above the limit. Null: no limit.',
  },
  heldUntil: dateTimeOrNull('Nothing is sent before this moment (RFC 3339, UTC). Null: not paused.'),
  reason: {
    type: ['string', 'null'],
    enum: ['retry-after', 'overloaded', null],
    description:
      '`retry-after`: the receiver asked for a pause. `overloaded`: it timed out or responded with 429 repeatedly, so the rate is lower than the limit. Null: the rate is the limit.',
  },
  blockedBy: {
    anyOf: [blockingMessageOutSchema, { type: 'null' }],
    description:
      'The message that was attempted, and has to be delivered, given up or skipped before an ordered endpoint gets another one. Null: there is none.',
  },
});

export type BlockingMessageOut = FromSchema<typeof blockingMessageOutSchema>;
export type PaceOut = FromSchema<typeof paceOutSchema>;
