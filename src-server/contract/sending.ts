import type { FromSchema } from 'json-schema-to-ts';
import { dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

const paused = {
  type: 'boolean',
  description:
    'True: this instance starts no delivery, whatever the endpoint. Messages are accepted and wait; what is in flight ends.',
} as const;

/** Body of PUT /sending. */
export const sendingInSchema = strictObject({ paused });

/** Answer of GET and PUT /sending. */
export const sendingOutSchema = strictObject({
  paused,
  since: dateTimeOrNull('When it was paused (RFC 3339, UTC). Null: it is not.'),
});

export type SendingIn = FromSchema<typeof sendingInSchema>;
export type SendingOut = FromSchema<typeof sendingOutSchema>;
