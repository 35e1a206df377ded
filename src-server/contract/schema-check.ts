import type { FromSchema } from 'json-schema-to-ts';
import { payloadCheckOutSchema } from './payload-check';

const problem = {
  type: 'object',
  additionalProperties: false,
  required: ['pointer', 'message'],
  properties: {
    pointer: {
      type: 'string',
      description: 'JSON pointer (RFC 6901) of the place in the checked value; empty means the whole value.',
    },
    message: { type: 'string', description: 'What is wrong there, in words.' },
  },
} as const;

/** Body of POST /event-type/schema/check. */
export const schemaCheckInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['schema'],
  properties: {
    schema: {
      type: ['object', 'boolean'],
      additionalProperties: true,
      description: 'A Draft 7 schema. It is not stored.',
    },
    payload: {
      description: 'Any JSON value to check against the schema. Absent: only the schema is checked.',
    },
  },
} as const;

/** What is wrong with a schema, and with a payload checked against it. */
export const schemaCheckOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['problems', 'payload'],
  properties: {
    problems: {
      type: 'array',
      items: problem,
      description: 'Problems that prevent storing the schema; empty means none. At most 10.',
    },
    payload: {
      anyOf: [payloadCheckOutSchema, { type: 'null' }],
      description: 'Null means no payload was given, or the schema has problems of its own.',
    },
  },
} as const;

export type SchemaCheckOut = FromSchema<typeof schemaCheckOutSchema>;
export type SchemaCheckIn = FromSchema<typeof schemaCheckInSchema>;
