import type { FromSchema } from 'json-schema-to-ts';

/** Body of POST .../cancel-msgs. */
export const cancelMessagesInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['createdBefore'],
  properties: {
    createdBefore: {
      type: 'string',
      format: 'date-time',
      description: 'Messages accepted before then, to 4 ms; at most until now (RFC 3339).',
    },
    dryRun: { type: 'boolean', description: 'True: nothing is canceled; the answer says how much would be.' },
  },
} as const;

/** Answer to `dryRun: true`. */
export const cancelMessagesOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['count'],
  properties: {
    count: {
      type: 'integer',
      minimum: 0,
      description: 'Deliveries that would be canceled; what is on its way now is not among them.',
    },
  },
} as const;

export type CancelMessagesIn = FromSchema<typeof cancelMessagesInSchema>;
export type CancelMessagesOut = FromSchema<typeof cancelMessagesOutSchema>;
