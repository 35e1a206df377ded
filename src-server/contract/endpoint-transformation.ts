import type { FromSchema } from 'json-schema-to-ts';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** What a server with transformations answers to GET; this one never does. */
export const endpointTransformationOutSchema = strictObject({
  code: { type: ['string', 'null'], description: 'The code of the transformation. Null: there is none.' },
  enabled: { type: 'boolean', description: 'True while payloads are transformed.' },
  updatedAt: dateTime('When it last changed (RFC 3339, UTC).'),
});

export type EndpointTransformationOut = FromSchema<typeof endpointTransformationOutSchema>;
