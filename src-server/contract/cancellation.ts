import type { FromSchema } from 'json-schema-to-ts';
import { count, dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** Body of POST .../cancel-msgs. */
export const cancelMessagesInSchema = strictObject(
  {
    createdBefore: dateTime(
      'Cancels messages accepted before this time, with a precision of 4 ms; not later than now (RFC 3339).',
    ),
    dryRun: { type: 'boolean', description: 'True: nothing is canceled; the response counts what would be.' },
  },
  { optional: ['dryRun'] },
);

/** Answer to `dryRun: true`. */
export const cancelMessagesOutSchema = strictObject({
  count: count('Deliveries that would be canceled, without those in flight.'),
});

/** Body of POST .../skip. */
export const skipMessageInSchema = strictObject({
  messageId: {
    type: 'string',
    minLength: 1,
    maxLength: 256,
    description: 'The id or event id of the message that holds the others.',
  },
});

export type CancelMessagesIn = FromSchema<typeof cancelMessagesInSchema>;
export type CancelMessagesOut = FromSchema<typeof cancelMessagesOutSchema>;
export type SkipMessageIn = FromSchema<typeof skipMessageInSchema>;
