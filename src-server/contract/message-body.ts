import type { FromSchema } from 'json-schema-to-ts';
import { applicationInSchema } from './application';
import { messageInSchema } from './message';

const { payload, ...others } = messageInSchema.properties;

/** A payload, its alias, or the raw text in its place. */
const CONTENT = [
  { required: ['payload'] },
  { required: ['data'] },
  {
    required: ['transformationsParams'],
    properties: {
      transformationsParams: {
        type: 'object',
        required: ['rawPayload'],
        properties: { rawPayload: { type: 'string' } },
      },
    },
  },
] as const;

/** The contract's message plus the other names and forms that official clients send. */
export const messageBodySchema = {
  ...messageInSchema,
  required: ['eventType'],
  checkedInCode: { ...messageInSchema.checkedInCode, anyOf: CONTENT },
  properties: {
    ...others,
    payload,
    data: { ...payload, description: 'Alias of `payload`.' },
    application: {
      ...applicationInSchema,
      type: ['object', 'null'],
      description:
        'The application to create if there is none under this id; its `uid` must be the one of the path. Null means do not.',
    },
    transformationsParams: {
      type: ['object', 'null'],
      additionalProperties: true,
      properties: {
        rawPayload: {
          type: 'string',
          description: 'The body to deliver, any text, byte for byte; used instead of `payload`.',
        },
        headers: {
          type: ['object', 'null'],
          additionalProperties: { type: 'string', description: 'A header value.' },
          description:
            'Only `content-type` is used, and only for a raw payload: printable ASCII without a leading space.',
        },
      },
      description: 'How clients hand over a raw payload.',
    },
  },
} as const;

export type MessageBody = FromSchema<typeof messageBodySchema>;
