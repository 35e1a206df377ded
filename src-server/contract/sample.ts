import type { FromSchema } from 'json-schema-to-ts';

/** Answer of POST /sample: what a first delivery needs. */
export const sampleOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['appId', 'endpointId', 'receiverUrl'],
  properties: {
    appId: { type: 'string', description: 'The sample application.' },
    endpointId: { type: 'string', description: 'Its endpoint.' },
    receiverUrl: {
      type: 'string',
      format: 'uri',
      description: 'Its target: a bin of the built-in receiver.',
    },
  },
} as const;

export type SampleOut = FromSchema<typeof sampleOutSchema>;

/** Answer of POST /sample/catalog. */
export const sampleCatalogOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['added'],
  properties: {
    added: {
      type: 'array',
      items: { type: 'string', description: 'The name of an event type.' },
      description: 'Those that were created.',
    },
  },
} as const;
export type SampleCatalogOut = FromSchema<typeof sampleCatalogOutSchema>;
