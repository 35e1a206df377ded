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
      description:
        'Cancels messages accepted before this time, with a precision of 4 ms; not later than now (RFC 3339).',
    },
    dryRun: { type: 'boolean', description: 'True: nothing is canceled; the answer counts what would be.' },
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
      description: 'Deliveries that would be canceled, without those in flight.',
    },
  },
} as const;

export type CancelMessagesIn = FromSchema<typeof cancelMessagesInSchema>;
export type CancelMessagesOut = FromSchema<typeof cancelMessagesOutSchema>;
