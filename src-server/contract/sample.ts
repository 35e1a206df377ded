import type { FromSchema } from 'json-schema-to-ts';
import { strictObject } from './strict-object';

/** Answer of POST /sample: what a first delivery needs. */
export const sampleOutSchema = strictObject({
  appId: { type: 'string', description: 'The sample application.' },
  endpointId: { type: 'string', description: 'Its endpoint.' },
  receiverUrl: {
    type: 'string',
    format: 'uri',
    description: 'Its target: a bin of the built-in receiver.',
  },
});

export type SampleOut = FromSchema<typeof sampleOutSchema>;

/** Answer of POST /sample/catalog. */
export const sampleCatalogOutSchema = strictObject({
  added: {
    type: 'array',
    items: { type: 'string', description: 'The name of an event type.' },
    description: 'Those that were created.',
  },
});
export type SampleCatalogOut = FromSchema<typeof sampleCatalogOutSchema>;
