import type { FromSchema } from 'json-schema-to-ts';

/** A place where a payload violates the schema. */
export const payloadProblemSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['pointer', 'rule', 'message'],
  properties: {
    pointer: {
      type: 'string',
      description: 'Where, as a JSON pointer; "" is the payload itself. It also points to a missing value.',
    },
    rule: { type: 'string', description: 'The violated schema keyword, such as `type`.' },
    message: {
      type: 'string',
      description: 'What is wrong, to follow the pointer: "must be number". Never contains payload values.',
    },
  },
} as const;

/** Body of POST /event-type/{name}/check-payload. */
export const payloadCheckInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['payload'],
  properties: { payload: { description: 'The payload to check: any JSON value.' } },
} as const;

export const payloadCheckOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['fits', 'problems', 'reason'],
  properties: {
    fits: {
      type: ['boolean', 'null'],
      description: 'Whether the payload fits the current schema. Null: it could not be checked.',
    },
    problems: {
      type: 'array',
      items: { ...payloadProblemSchema, description: 'One schema violation.' },
      description: 'The schema violations, at most 20. Empty if the payload fits or was not checked.',
    },
    reason: {
      type: ['string', 'null'],
      description: 'Why the payload could not be checked, as a sentence. Null otherwise.',
    },
  },
} as const;

export type PayloadProblem = Readonly<FromSchema<typeof payloadProblemSchema>>;
export type PayloadCheckOut = Readonly<FromSchema<typeof payloadCheckOutSchema>>;
export type PayloadCheckIn = FromSchema<typeof payloadCheckInSchema>;
