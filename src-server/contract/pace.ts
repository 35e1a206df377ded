import type { FromSchema } from 'json-schema-to-ts';

/** Answer of GET /app/{app}/endpoint/{endpoint}/pace: how fast an endpoint may be sent to right now, and why. */
export const paceOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['rateLimit', 'currentRate', 'heldUntil', 'reason'],
  properties: {
    rateLimit: {
      type: ['integer', 'null'],
      description: "The limit that holds, its own or the application's, in messages per second. Null: none.",
    },
    currentRate: {
      type: ['number', 'null'],
      description: 'Messages per second at the pace of now; never above the limit. Null: no limit.',
    },
    heldUntil: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'Nothing is sent before this moment (RFC 3339, UTC). Null: sending goes on.',
    },
    reason: {
      type: ['string', 'null'],
      enum: ['retry-after', 'overloaded', null],
      description:
        '`retry-after`: the receiver asked for a pause. `overloaded`: it timed out or answered 429 again and again, so the pace is lower than the limit. Null: the pace is the limit.',
    },
  },
} as const;

export type PaceOut = FromSchema<typeof paceOutSchema>;
