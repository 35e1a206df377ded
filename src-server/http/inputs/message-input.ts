import { invalidField } from '../../base/errors';
import { LIMITS } from '../../contract/limits';
import type { MessageBody } from '../../contract/message-body';
import type { MessageInput } from '../../delivery/create-message';
import { rawMember } from '../../json-schema/raw-json-text';

const JSON_CONTENT_TYPE = 'application/json';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A content type in the form allowed in a header. */
const CONTENT_TYPE = /^[\x21-\x7e][\x20-\x7e]*$/;

/**
 * The message to store. Its payload is the text of the request, not the result of parsing it: numbers, order and
 * escapes stay as the sender wrote them.
 * @param now milliseconds since 1970
 * @throws ApiError 422
 */
export function readMessage(body: MessageBody, bodyText: string, now: number): Omit<MessageInput, 'appId'> {
  if (body.eventId?.startsWith('msg_')) throw invalidField('eventId', 'This must not start with msg_.');
  return {
    eventType: body.eventType,
    ...readPayload(body, bodyText),
    eventId: body.eventId ?? null,
    channels: body.channels?.length ? body.channels : null,
    tags: body.tags?.length ? body.tags : null,
    deliverAt: readDeliverAt(body.deliverAt, now),
    keepPayloadMs: readRetention(body),
  };
}

function readDeliverAt(text: string | null | undefined, now: number): number | null {
  if (text == null) return null;
  const at = Date.parse(text);
  if (at - now > LIMITS.deliverAhead.max * DAY_MS) {
    throw invalidField('deliverAt', `This is more than ${LIMITS.deliverAhead.max} days ahead.`);
  }
  return at;
}

/** Milliseconds; null for the server's own retention time. */
function readRetention({ payloadRetentionPeriod: days, payloadRetentionHours: hours }: MessageBody) {
  if (days != null && hours != null) {
    throw invalidField('payloadRetentionHours', 'Give either this or payloadRetentionPeriod.');
  }
  if (hours != null) return hours * HOUR_MS;
  return days == null ? null : days * DAY_MS;
}

function readPayload(body: MessageBody, bodyText: string): Pick<MessageInput, 'payload' | 'contentType'> {
  const raw = body.transformationsParams?.rawPayload;
  if (raw !== undefined) return { payload: raw, contentType: readContentType(body) };
  const name = body.payload === undefined ? 'data' : 'payload';
  const text = rawMember(bodyText, name);
  if (text === undefined) throw invalidField('payload', 'This field is required.', 'value_error.jsondecode');
  return { payload: text, contentType: null };
}

function readContentType(body: MessageBody): string {
  const headers = Object.entries(body.transformationsParams?.headers ?? {});
  const given = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].trim();
  if (given === undefined) return JSON_CONTENT_TYPE;
  if (given.length <= LIMITS.contentType.max && CONTENT_TYPE.test(given)) return given;
  const msg = `The content type must be 1 to ${LIMITS.contentType.max} printable characters.`;
  throw invalidField('transformationsParams', msg);
}
