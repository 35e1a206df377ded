import type { FromSchema } from 'json-schema-to-ts';
import { CHANNEL_PATTERN } from './endpoint';
import { NAME_MAX_LENGTH, NAME_PATTERN } from './names';

/** Largest request body that can hold a message, in bytes; more is 413. A 1 MiB payload always fits. */
export const MESSAGE_BODY_MAX_BYTES = 2 * 1024 * 1024;

/**
 * Body of POST /app/{app}/msg. `payload` is checked to be a JSON object and kept as the text that was
 * received; it is not part of what the validator hands on.
 */
export const messageInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['eventType', 'payload'],
  properties: {
    eventType: {
      type: 'string',
      minLength: 1,
      maxLength: NAME_MAX_LENGTH,
      pattern: NAME_PATTERN,
      description: 'What kind of message it is. It need not be in the catalog.',
    },
    payload: {
      type: 'object',
      additionalProperties: true,
      description: 'The body to deliver: a JSON object, sent as the text that was received.',
    },
    eventId: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: NAME_MAX_LENGTH,
      pattern: NAME_PATTERN,
      description: 'Your own identifier, unique in the application; a repeat is 409. Null means none.',
    },
    channels: {
      type: ['array', 'null'],
      items: {
        type: 'string',
        minLength: 1,
        maxLength: 128,
        pattern: CHANNEL_PATTERN,
        description: 'A channel.',
      },
      uniqueItems: true,
      maxItems: 10,
      description: 'Channels it is on. Null means none.',
    },
    tags: {
      type: ['array', 'null'],
      items: {
        type: 'string',
        minLength: 1,
        maxLength: 128,
        pattern: '^[a-zA-Z0-9\\-_./\\\\#]+$',
        description: 'A tag.',
      },
      uniqueItems: true,
      maxItems: 5,
      description: 'Tags to find it by. Null means none.',
    },
  },
} as const;

export const messageOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'eventId', 'eventType', 'payload', 'channels', 'tags', 'timestamp', 'deliverAt'],
  properties: {
    id: { type: 'string', description: 'Identifier, `msg_...`; the same on every try.' },
    eventId: { type: ['string', 'null'], description: 'Your own identifier. Null means none.' },
    eventType: { type: 'string', description: 'What kind of message it is.' },
    payload: {
      type: 'object',
      additionalProperties: true,
      description: 'The body; `{}` without content, `{"expired":true}` once removed.',
    },
    channels: {
      type: ['array', 'null'],
      items: { type: 'string', description: 'A channel.' },
      description: 'Channels it is on. Null means none.',
    },
    tags: {
      type: ['array', 'null'],
      items: { type: 'string', description: 'A tag.' },
      description: 'Tags to find it by. Null means none.',
    },
    timestamp: { type: 'string', format: 'date-time', description: 'When it was accepted (RFC 3339, UTC).' },
    deliverAt: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When delivery may start. Null means at once.',
    },
  },
} as const;

export type MessageIn = FromSchema<typeof messageInSchema>;
export type MessageOut = FromSchema<typeof messageOutSchema>;
