import type { FromSchema } from 'json-schema-to-ts';
import { ATTEMPT_CAUSES } from './attempt-cause';
import { type EndpointOut, endpointOutSchema } from './endpoint';
import { COUNTED_ATTEMPTS_MAX } from './limits';
import { type MessageOut, messageOutSchema } from './message';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/**
 * The states of a delivery, the same in the database, here and in the state chart: waiting -> delivered | failed |
 * canceled. A resend creates a new delivery of the same message.
 */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'canceled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What clients call those states, and the outcome of one attempt. */
export const MESSAGE_STATUS = { success: 0, pending: 1, fail: 2, sending: 3, canceled: 4 } as const;
export type StatusText = keyof typeof MESSAGE_STATUS;

/** What triggered an attempt: 0 the service, 1 a request by a person or program. */
export const TRIGGER_TYPE = { scheduled: 0, manual: 1 } as const;

const status = {
  type: 'integer',
  enum: [0, 1, 2, 3, 4],
  description: '0 success, 1 pending, 2 fail, 3 sending, 4 canceled.',
} as const;
const statusText = {
  type: 'string',
  enum: ['success', 'pending', 'fail', 'sending', 'canceled'],
  description: 'The status in words.',
} as const;
const nextAttempt = dateTimeOrNull(
  'When the next attempt is due (RFC 3339, UTC). Null means none is scheduled.',
);

export const attemptOutSchema = strictObject(
  {
    id: { type: 'string', description: 'Identifier, `atmpt_...`.' },
    msgId: { type: 'string', description: 'The message.' },
    endpointId: { type: 'string', description: 'The endpoint.' },
    url: { type: 'string', format: 'uri', description: 'Where it was sent.' },
    response: {
      type: 'string',
      description:
        'The start of the response body, at most 20,000 bytes, or why there was none; with the exact reason, where the address was refused, for the admin.',
    },
    responseStatusCode: { type: 'integer', description: 'HTTP status; 0 when there was no response.' },
    responseDurationMs: { type: 'integer', description: 'From the send to the end of the response, in ms.' },
    status,
    statusText,
    cause: {
      type: ['string', 'null'],
      enum: [...ATTEMPT_CAUSES, null],
      description:
        'Why it failed: `http` (a response other than 2xx), `timeout`, `refused`, `dns`, `tls`, `unreachable`, `closed` (the connection ended before the response was complete), `invalid` (not HTTP), `blocked` (its URL is not allowed), `proxy`, or `unknown`. Null: it succeeded.',
    },
    triggerType: { type: 'integer', enum: [0, 1], description: '0 automatic, 1 manual.' },
    timestamp: dateTime('When it was sent (RFC 3339, UTC).'),
    msg: { ...messageOutSchema, description: 'The message, with `with_msg=true`.' },
  },
  { optional: ['msg'] },
);

const headers = (description: string) =>
  ({
    type: 'object',
    additionalProperties: { type: 'string', description: 'The value.' },
    description,
  }) as const;

/** The headers of one attempt. */
export const attemptHeadersOutSchema = strictObject({
  sentHeaders: headers(
    'Of the request, by name, without `user-agent` and what HTTP itself needs. Empty: nothing was sent, or it was made before headers were kept.',
  ),
  responseHeaders: headers(
    'Of the response, by name, at most 4,096 characters of them; where it was a success, without what nearly every response has, such as `date` and `server`. Empty: there were none, or it came before headers were kept.',
  ),
  sensitive: {
    type: 'array',
    items: { type: 'string', description: 'The name of a header.' },
    description: 'Headers of the request or the response whose values are hidden.',
  },
});

export const attemptCountOutSchema = strictObject(
  {
    count: { type: 'integer', description: 'How many attempts there are.' },
    countedSince: dateTime(
      `Present only if there are more than ${COUNTED_ATTEMPTS_MAX}: those that began before this time (RFC 3339, UTC) were not counted.`,
    ),
  },
  { optional: ['countedSince'] },
);

/** A message as one endpoint got it. */
export const endpointMessageOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [...messageOutSchema.required, 'status', 'statusText'],
  properties: { ...messageOutSchema.properties, status, statusText, nextAttempt },
} as const;

// Here, a state would be taken for that of the message.
const { state: _ofEndpoint, ...endpointProperties } = endpointOutSchema.properties;

/** An endpoint, with how one message reached it. */
export const messageEndpointOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [...endpointOutSchema.required.filter((name) => name !== 'state'), 'status', 'statusText'],
  properties: { ...endpointProperties, status, statusText, nextAttempt },
} as const;

/** Answer of a resend: there is no outcome to report yet. */
export const resendOutSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    note: {
      type: 'string',
      description:
        'Present only if the filter of the endpoint does not let the message through: that it is sent all the same, and which condition it fails.',
    },
  },
} as const;

export type AttemptHeadersOut = FromSchema<typeof attemptHeadersOutSchema>;
export type AttemptOut = Omit<FromSchema<typeof attemptOutSchema>, 'msg'> & { msg?: MessageOut };
interface WithStatus {
  status: number;
  statusText: StatusText;
  nextAttempt?: string | null;
}
export type EndpointMessageOut = MessageOut & WithStatus;
export type MessageEndpointOut = Omit<EndpointOut, 'state'> & WithStatus;
export type AttemptCountOut = FromSchema<typeof attemptCountOutSchema>;
export type ResendOut = FromSchema<typeof resendOutSchema>;
