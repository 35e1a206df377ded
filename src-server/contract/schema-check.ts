import type { FromSchema } from 'json-schema-to-ts';
import { payloadCheckOutSchema } from './payload-check';
import { strictObject } from './strict-object';

const problem = strictObject({
  pointer: {
    type: 'string',
    description: 'JSON pointer (RFC 6901) of the place in the checked value; empty means the whole value.',
  },
  message: { type: 'string', description: 'What is wrong there, in words.' },
});

/** Body of POST /event-type/schema/check. */
export const schemaCheckInSchema = strictObject(
  {
    schema: {
      type: ['object', 'boolean'],
      additionalProperties: true,
      description: 'A Draft 7 schema. It is not stored.',
    },
    payload: {
      description: 'Any JSON value to check against the schema. Absent: only the schema is checked.',
    },
  },
  { optional: ['payload'] },
);

/** What is wrong with a schema, and with a payload checked against it. */
export const schemaCheckOutSchema = strictObject({
  problems: {
    type: 'array',
    items: problem,
    description: 'Problems that prevent storing the schema; empty means none. At most 10.',
  },
  payload: {
    anyOf: [payloadCheckOutSchema, { type: 'null' }],
    description: 'Null means no payload was given, or the schema has problems of its own.',
  },
});

export type SchemaCheckOut = FromSchema<typeof schemaCheckOutSchema>;
export type SchemaCheckIn = FromSchema<typeof schemaCheckInSchema>;
