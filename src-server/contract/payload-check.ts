import type { FromSchema } from 'json-schema-to-ts';
import { strictObject } from './strict-object';

/** A place where a payload violates the schema. */
export const payloadProblemSchema = strictObject({
  pointer: {
    type: 'string',
    description: 'Where, as a JSON pointer; "" is the payload itself. It also points to a missing value.',
  },
  rule: { type: 'string', description: 'The violated schema keyword, such as `type`.' },
  message: {
    type: 'string',
    description: 'What is wrong, to follow the pointer: "must be number". Never contains payload values.',
  },
});

/** Body of POST /event-type/{name}/check-payload. */
export const payloadCheckInSchema = strictObject({
  payload: { description: 'The payload to check: any JSON value.' },
});

export const payloadCheckOutSchema = strictObject({
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
});

export type PayloadProblem = Readonly<FromSchema<typeof payloadProblemSchema>>;
export type PayloadCheckOut = Readonly<FromSchema<typeof payloadCheckOutSchema>>;
export type PayloadCheckIn = FromSchema<typeof payloadCheckInSchema>;
