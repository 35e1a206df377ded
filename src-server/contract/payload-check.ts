import type { FromSchema } from 'json-schema-to-ts';

/** Something in a payload that does not fit the schema. */
export const payloadProblemSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['pointer', 'rule', 'message'],
  properties: {
    pointer: {
      type: 'string',
      description: 'Where, as a JSON pointer; "" is the payload itself. What is missing is pointed at too.',
    },
    rule: { type: 'string', description: 'The keyword of the schema that is broken, such as `type`.' },
    message: {
      type: 'string',
      description:
        'What is wrong, to stand behind the pointer: "must be number". Never holds payload values.',
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
      description: 'Whether the payload fits the schema as it is now. Null: that could not be found out.',
    },
    problems: {
      type: 'array',
      items: { ...payloadProblemSchema, description: 'One thing that does not fit.' },
      description: 'What does not fit, at most 20 things; empty where it fits, or was not checked.',
    },
    reason: {
      type: ['string', 'null'],
      description: 'Why it could not be found out, as a sentence. Null otherwise.',
    },
  },
} as const;

export type PayloadProblem = Readonly<FromSchema<typeof payloadProblemSchema>>;
export type PayloadCheckOut = Readonly<FromSchema<typeof payloadCheckOutSchema>>;
export type PayloadCheckIn = FromSchema<typeof payloadCheckInSchema>;
