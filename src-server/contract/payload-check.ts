import type { FromSchema } from 'json-schema-to-ts';
import { strictObject } from './strict-object';

/** One violated rule of a schema, and where. */
export const payloadViolationSchema = strictObject({
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

/** One of several alternatives, none of which matched. */
const payloadAlternativeSchema = strictObject({
  position: { type: 'integer', minimum: 1, description: 'Its position in the schema, from 1.' },
  label: {
    type: 'string',
    description: 'Its title or definition, and what distinguishes it from the others; "" if it has neither.',
  },
  problems: {
    type: 'array',
    items: { ...payloadViolationSchema, description: 'One violation of this alternative.' },
    description: 'Why the payload does not match it; at most 5.',
  },
});

/** A place where a payload violates the schema. */
export const payloadProblemSchema = strictObject(
  {
    ...payloadViolationSchema.properties,
    alternatives: {
      type: 'array',
      items: { ...payloadAlternativeSchema, description: 'One alternative.' },
      description:
        'If no alternative of a `oneOf` or `anyOf` matched: why not, the nearest first, at most 10. Absent for other ' +
        'rules, and where no one asked for the reasons.',
    },
  },
  { optional: ['alternatives'] },
);

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

export type PayloadViolation = Readonly<FromSchema<typeof payloadViolationSchema>>;
export type PayloadAlternative = Readonly<FromSchema<typeof payloadAlternativeSchema>>;
export type PayloadProblem = Readonly<FromSchema<typeof payloadProblemSchema>>;
export type PayloadCheckOut = Readonly<FromSchema<typeof payloadCheckOutSchema>>;
export type PayloadCheckIn = FromSchema<typeof payloadCheckInSchema>;
