import type { FromSchema } from 'json-schema-to-ts';
import { count, dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** Body of POST .../cancel-msgs. */
export const cancelMessagesInSchema = strictObject(
  {
    createdBefore: dateTime(
      'Cancels messages accepted before this time, with a precision of 4 ms; not later than now (RFC 3339).',
    ),
    dryRun: { type: 'boolean', description: 'True: nothing is canceled; the answer counts what would be.' },
  },
  { optional: ['dryRun'] },
);

/** Answer to `dryRun: true`. */
export const cancelMessagesOutSchema = strictObject({
  count: count('Deliveries that would be canceled, without those in flight.'),
});

export type CancelMessagesIn = FromSchema<typeof cancelMessagesInSchema>;
export type CancelMessagesOut = FromSchema<typeof cancelMessagesOutSchema>;
