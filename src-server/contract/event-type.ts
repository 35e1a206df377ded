import type { FromSchema } from 'json-schema-to-ts';
import { LIMITS } from './limits';
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH, NAME_PATTERN, TEXT_PATTERN } from './names';
import { payloadViolationSchema } from './payload-check';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

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
  description: 'Human-readable text: when does this event occur? Empty if a new event type has none.',
} as const;
const archived = {
  type: 'boolean',
  description: 'True hides it from lists and from new filters; deliveries are not affected.',
} as const;
const deprecated = {
  type: 'boolean',
  description:
    'True marks it as deprecated in every catalog; its deliveries go on, and say so in `webhook-deprecation`.',
} as const;
const sunsetAt = dateTimeOrNull(
  'Until when messages of a deprecated event type are promised (RFC 3339). Null: no date. Nothing stops by itself.',
);
const schemas = {
  type: ['object', 'null'],
  additionalProperties: true,
  checkedInCode: { propertyNames: { pattern: '^[1-9][0-9]{0,8}$' } },
  description:
    'Draft 7 schemas by version; "1" is the current one. Their text is kept exactly: numbers, key order and escapes. Null means none.',
} as const;
const schema = {
  type: ['object', 'boolean', 'null'],
  additionalProperties: true,
  description: 'Alias of `schemas["1"]`. Null removes it.',
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

const replacedBy = {
  ...flag,
  type: ['string', 'null'],
  description:
    'Name of the event type to use instead, which need not exist yet; not its own. Null: none. Only shown to those who see that event type.',
} as const;

const writable = {
  ...{ description, archived, deprecated, sunsetAt, replacedBy },
  ...{ schemas, schema, featureFlag, featureFlags, groupName },
};

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

/** Body of PUT: replaces, or creates; without `description`, an existing event type is changed as by PATCH. */
export const eventTypeUpdateSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...writable,
    description: {
      ...description,
      description:
        'Human-readable text: when does this event occur? If given, absent fields get their defaults. If absent, an existing event type keeps what is absent, and a new one has an empty description.',
    },
  },
} as const;

/** An event type, as every operation answers it. */
export const eventTypeOutSchema = strictObject({
  name: { type: 'string', description: 'Identifies the event type.' },
  description: { type: 'string', description: 'Human-readable text.' },
  archived,
  deprecated,
  deprecatedAt: dateTimeOrNull(
    'Since when it is deprecated (RFC 3339, UTC); the server sets it. Null: it is not, or unknown.',
  ),
  sunsetAt,
  replacedBy: {
    ...replacedBy,
    description: 'Name of the event type to use instead. Null: none that the caller sees.',
  },
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
  groupName: {
    type: ['string', 'null'],
    description: 'Own group name. Null means the group from the name.',
  },
  createdAt: dateTime('When it was created (RFC 3339, UTC).'),
  updatedAt: dateTime('When it last changed (RFC 3339, UTC).'),
});

/** Body of POST /event-type/schema/generate-example. */
export const generateExampleInSchema = strictObject(
  {
    schema: { ...schema, type: ['object', 'boolean'], description: 'A Draft 7 schema.' },
    variant: {
      type: ['integer', 'null'],
      minimum: 0,
      description:
        'Index of the `variants` to generate, from 0, instead of the custom example. Null or absent: the example itself.',
    },
  },
  { optional: ['variant'] },
);

/** An example event. */
export const generateExampleOutSchema = strictObject(
  {
    example: {
      description:
        'An example that matches the schema, if one could be found; otherwise the nearest attempt. Any JSON value.',
    },
    source: {
      type: 'string',
      enum: ['author', 'generated'],
      description:
        '`author`: from the schema. `generated`: generated from the schema, which has no example of its own that fits it.',
    },
    fits: {
      type: 'boolean',
      description: 'False when the example does not match the schema, or could not be checked in time.',
    },
    problems: {
      type: 'array',
      items: { ...payloadViolationSchema, description: 'One schema violation of the example.' },
      description: 'The schema violations of the example. Empty if it fits or could not be checked.',
    },
    variants: {
      type: 'array',
      items: { type: 'string', description: 'The name of a variant.' },
      description:
        'Variants of the event (the options of `oneOf` and `anyOf`), by name. `variant` selects one. At most 12.',
    },
    refusedExample: {
      ...strictObject({
        example: { description: 'The custom example, as it stands in the schema; any JSON value.' },
        problems: {
          type: 'array',
          items: { ...payloadViolationSchema, description: 'One schema violation of that example.' },
          description: 'Its violations of the schema.',
        },
      }),
      description:
        'The custom example, if the schema rejects it as a whole, such as null or JSON in a string: a generated one is shown and sent instead.',
    },
  },
  { optional: ['refusedExample'] },
);

export type EventTypeIn = FromSchema<typeof eventTypeInSchema>;
export type EventTypeUpdate = FromSchema<typeof eventTypeUpdateSchema>;
export type EventTypePatch = FromSchema<typeof eventTypePatchSchema>;
export type GenerateExampleIn = FromSchema<typeof generateExampleInSchema>;
export type GenerateExampleOut = Readonly<FromSchema<typeof generateExampleOutSchema>>;
export type EventTypeOut = FromSchema<typeof eventTypeOutSchema>;
