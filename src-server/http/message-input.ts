import { invalidField } from '../base/errors';
import { type ApplicationIn, applicationInSchema } from '../contract/application';
import { type MessageIn, messageInSchema } from '../contract/message';
import type { MessageInput } from '../delivery/create-message';
import { rawMember } from './raw-member';

const { payload, ...others } = messageInSchema.properties;

/** The contract's message with the other names and forms that official clients send. */
export const messageBodySchema = {
  ...messageInSchema,
  required: ['eventType'],
  properties: {
    ...others,
    payload,
    data: { ...payload, description: 'Another spelling of `payload`.' },
    application: {
      ...applicationInSchema,
      type: ['object', 'null'],
      description: 'The application to create if there is none under this id. Null means do not.',
    },
    deliverAt: { type: ['string', 'null'], description: 'Not available: deliveries start at once.' },
    transformationsParams: {
      type: ['object', 'null'],
      additionalProperties: true,
      properties: {
        rawPayload: { type: 'string', description: 'The payload as text; used instead of `payload`.' },
      },
      description: 'How clients hand over a payload as text.',
    },
  },
} as const;

export type MessageBody = Omit<MessageIn, 'payload'> & {
  readonly payload?: object;
  readonly data?: object;
  readonly application?: ApplicationIn | null;
  readonly deliverAt?: string | null;
  readonly transformationsParams?: { readonly rawPayload?: string } | null;
};

/**
 * The message to store. Its payload is the text of the request, not what parsing made of it: numbers, order and
 * escapes stay as the sender wrote them.
 * @throws ApiError 422
 */
export function readMessage(body: MessageBody, rawBody: string): Omit<MessageInput, 'appId'> {
  // Sending at once what should have waited would be worse than refusing it.
  if (body.deliverAt) throw invalidField('deliverAt', 'Messages are delivered at once; leave this out.');
  if (body.eventId?.startsWith('msg_')) throw invalidField('eventId', 'This must not begin with msg_.');
  return {
    eventType: body.eventType,
    payload: readPayload(body, rawBody),
    eventId: body.eventId ?? null,
    channels: body.channels?.length ? body.channels : null,
    tags: body.tags?.length ? body.tags : null,
  };
}

function readPayload(body: MessageBody, rawBody: string): string {
  const raw = body.transformationsParams?.rawPayload;
  if (raw !== undefined) return checkedRawPayload(raw);
  const name = body.payload === undefined ? 'data' : 'payload';
  const text = rawMember(rawBody, name);
  if (text === undefined) throw invalidField('payload', 'This field is required.', 'value_error.jsondecode');
  return text;
}

function checkedRawPayload(text: string): string {
  const problem = 'A raw payload must be the text of a JSON object.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidField('transformationsParams', problem);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField('transformationsParams', problem);
  }
  return text.trim();
}
