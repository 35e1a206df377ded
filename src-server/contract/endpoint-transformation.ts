import type { FromSchema } from 'json-schema-to-ts';

/** What a server with transformations answers to GET; this one never does. */
export const endpointTransformationOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'enabled', 'updatedAt'],
  properties: {
    code: { type: ['string', 'null'], description: 'The code of the transformation. Null: there is none.' },
    enabled: { type: 'boolean', description: 'True while payloads are transformed.' },
    updatedAt: { type: 'string', format: 'date-time', description: 'When it last changed (RFC 3339, UTC).' },
  },
} as const;

export type EndpointTransformationOut = FromSchema<typeof endpointTransformationOutSchema>;
