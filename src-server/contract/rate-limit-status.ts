import type { FromSchema } from 'json-schema-to-ts';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** Answer of GET /app/{app}/endpoint/{endpoint}/rate-limit-status. */
export const rateLimitStatusOutSchema = strictObject(
  {
    status: {
      type: 'string',
      enum: ['Ok', 'RateLimited'],
      description:
        '`RateLimited` while deliveries that are due wait for the limit for a second or longer. An ordered endpoint that waits for the retry or the response of its first message is `Ok`.',
    },
    throttledSince: dateTime('When the next delivery was due (RFC 3339, UTC); absent while `Ok`.'),
  },
  { optional: ['throttledSince'] },
);

export type RateLimitStatusOut = FromSchema<typeof rateLimitStatusOutSchema>;
