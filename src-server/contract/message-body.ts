import type { FromSchema } from 'json-schema-to-ts';
import { applicationInSchema } from './application';
import { messageInSchema } from './message';

const { payload, ...others } = messageInSchema.properties;

/** The contract's message plus the other names and forms that official clients send. */
export const messageBodySchema = {
  ...messageInSchema,
  required: ['eventType'],
  // Substitutes for the payload are accepted, but new clients should not be told to leave it out in their favor.
  checkedInCode: { ...messageInSchema.checkedInCode, required: messageInSchema.required },
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
