import type { FromSchema } from 'json-schema-to-ts';
import { dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

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
      '`retry-after`: the receiver asked for a pause. `overloaded`: it timed out or answered 429 repeatedly, so the rate is lower than the limit. Null: the rate is the limit.',
  },
});

export type PaceOut = FromSchema<typeof paceOutSchema>;
