import type { FromSchema } from 'json-schema-to-ts';
import { LIMITS } from './limits';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH, NAME_PATTERN, TEXT_PATTERN } from './names';
import { payloadProblemSchema } from './payload-check';

const name = {
  type: 'string',
  minLength: 1,
  maxLength: NAME_MAX_LENGTH,
  pattern: NAME_PATTERN,
  description: 'Identifies the event type; recommended form is <group>.<event>.',
} as const;
const description = {
  type: 'string',
  maxLength: DESCRIPTION_MAX_LENGTH,
  pattern: TEXT_PATTERN,
  description: 'Human-readable text: when does this event occur? Empty where a new event type is given none.',
} as const;
const archived = {
  type: 'boolean',
  description: 'True hides it from lists and from new filters; deliveries are not affected.',
} as const;
const deprecated = {
  type: 'boolean',
  description: 'True marks it as deprecated in the catalog; deliveries are not affected.',
} as const;
const schemas = {
  type: ['object', 'null'],
  additionalProperties: true,
  description:
    'Draft 7 schemas by version; "1" is the current one. They are kept as the text that came: numbers, order of keys and escapes. Null means none.',
} as const;
const schema = {
  type: ['object', 'boolean', 'null'],
  additionalProperties: true,
  description: 'Another spelling of `schemas["1"]`. Null removes it.',
} as const;
const flag = { type: 'string', minLength: 1, maxLength: NAME_MAX_LENGTH, pattern: NAME_PATTERN } as const;
const featureFlag = {
  ...flag,
  type: ['string', 'null'],
  description: 'The first feature flag (older spelling). Null means visible to everyone.',
} as const;
const featureFlags = {
  type: ['array', 'null'],
  items: { ...flag, description: 'A feature flag.' },
  uniqueItems: true,
  maxItems: LIMITS.featureFlags.max,
  description: 'Only tokens with one of these flags see the event type. Null or empty means everyone.',
} as const;
const groupName = {
  ...flag,
  type: ['string', 'null'],
  description: 'Group to show it under. Null means the part of the name before the first period.',
} as const;

const writable = { description, archived, deprecated, schemas, schema, featureFlag, featureFlags, groupName };

/** Body of POST /event-type. */
export const eventTypeInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name, ...writable },
} as const;

/** Body of PATCH and of POST on the name: absent leaves a field alone, null clears it. */
export const eventTypePatchSchema = {
  type: 'object',
  additionalProperties: false,
  properties: writable,
} as const;

/** Body of PUT: replaces, or creates; without `description` an event type that exists is changed as by PATCH. */
export const eventTypeOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'name',
    'description',
    'archived',
    'deprecated',
    'schemas',
    'featureFlag',
    'featureFlags',
    'groupName',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    name: { type: 'string', description: 'Identifies the event type.' },
    description: { type: 'string', description: 'Human-readable text.' },
    archived,
    deprecated,
    schemas: {
      ...schemas,
      description: 'Draft 7 schemas by version. Null means none, or not asked for (`with_content=false`).',
    },
    featureFlag: { type: ['string', 'null'], description: 'The first feature flag. Null means none.' },
    featureFlags: {
      type: ['array', 'null'],
      items: { type: 'string', description: 'A feature flag.' },
      description: 'All feature flags. Null means visible to everyone.',
    },
    groupName: { type: ['string', 'null'], description: 'Own group name. Null means it follows the name.' },
    createdAt: { type: 'string', format: 'date-time', description: 'When it was created (RFC 3339, UTC).' },
    updatedAt: { type: 'string', format: 'date-time', description: 'When it last changed (RFC 3339, UTC).' },
  },
} as const;

/** Body of POST /event-type/schema/generate-example. */
export const generateExampleInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['schema'],
  properties: {
    schema: { ...schema, type: ['object', 'boolean'], description: 'A Draft 7 schema.' },
    variant: {
      type: ['integer', 'null'],
      minimum: 0,
      description:
        'Which of the `variants` to make, from 0, whatever the author wrote as the example. Null or absent: the example as such.',
    },
  },
} as const;

/** An example event. */
export const generateExampleOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['example', 'source', 'fits', 'problems', 'variants'],
  properties: {
    example: { description: 'An example that fits the schema where one could be made; any JSON value.' },
    source: {
      type: 'string',
      enum: ['author', 'generated'],
      description: '`author`: it stood in the schema. `generated`: it was made from it.',
    },
    fits: {
      type: 'boolean',
      description: 'False when the example does not fit the schema, or could not be checked in time.',
    },
    problems: {
      type: 'array',
      items: { ...payloadProblemSchema, description: 'One thing in the example that does not fit.' },
      description: 'Why the example does not fit; empty where it does, or where that could not be found out.',
    },
    variants: {
      type: 'array',
      items: { type: 'string', description: 'The name of a variant.' },
      description:
        'Ways in which the event may look (the options of `oneOf` and `anyOf`), by name; `variant` asks for the example of one. At most 12.',
    },
  },
} as const;

export type EventTypeIn = FromSchema<typeof eventTypeInSchema>;
export type EventTypePatch = FromSchema<typeof eventTypePatchSchema>;
export type GenerateExampleIn = FromSchema<typeof generateExampleInSchema>;
export type GenerateExampleOut = Readonly<FromSchema<typeof generateExampleOutSchema>>;
export type EventTypeOut = FromSchema<typeof eventTypeOutSchema>;
