import type { FromSchema } from 'json-schema-to-ts';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

const receivedRequestSchema = strictObject({
  number: { type: 'integer', description: 'Counts up from 1 in this bin.' },
  receivedAt: dateTime('When the first byte was seen (RFC 3339, UTC, with milliseconds).'),
  method: { type: 'string', description: 'The HTTP method.' },
  url: { type: 'string', description: 'Path and query as received.' },
  headers: {
    type: 'object',
    additionalProperties: { type: 'string', description: 'A value.' },
    description: 'The headers, with names in lower case.',
  },
  body: { type: 'string', description: 'The body as text, cut at 64 KiB.' },
  answeredStatus: { type: 'integer', description: 'The HTTP status of the response.' },
});

/** Answer of GET /receiver/{bin} (admin). */
export const receiverLogOutSchema = strictObject({
  count: { type: 'integer', description: 'How many arrived since the bin was first used or cleared.' },
  requests: {
    type: 'array',
    items: receivedRequestSchema,
    description: 'The newest first, at most 200.',
  },
});

/**
 * The built-in receiver: any request to `/receiver/{bin}` is recorded in memory and answered. `?status=503&delayMs=200`
 * in the endpoint's URL selects the response.
 */
export type ReceivedRequest = Readonly<FromSchema<typeof receivedRequestSchema>>;
export interface ReceiverLogOut {
  readonly count: number;
  readonly requests: readonly ReceivedRequest[];
}
