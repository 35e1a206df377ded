import type { FromSchema } from 'json-schema-to-ts';
import { ENVIRONMENT_VERSION } from './environment-version';
import { eventTypeInSchema, eventTypeOutSchema } from './event-type';
import { FLAG_SETS_MAX, flagSetInSchema, flagSetSchema } from './flag-set';
import { LIMITS } from './limits';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { type SettingsPatch, settingsOutSchema, settingsPatchSchema } from './settings';
import { strictObject } from './strict-object';

/** Largest request body of an import, in bytes; more is 413. */
export const ENVIRONMENT_BODY_MAX_BYTES = 32 * 1024 * 1024;

/** Connectors are listed so that their place is known; this server has none. */
const connectors = {
  type: 'array',
  items: { type: 'object', additionalProperties: true, description: 'A connector.' },
} as const;

/** Answer of POST /environment/export. */
export const environmentOutSchema = strictObject(
  {
    version: { type: 'integer', enum: [ENVIRONMENT_VERSION], description: 'Version of this format.' },
    createdAt: dateTime('When it was written (RFC 3339, UTC).'),
    eventTypes: {
      type: 'array',
      items: eventTypeOutSchema,
      description: 'Every event type with its schemas, including archived ones, by name.',
    },
    settings: { ...settingsOutSchema, description: 'All settings of the instance.' },
    flagSets: {
      type: 'array',
      items: flagSetSchema,
      description: 'The sets of feature flags of the portal preview. Absent if there are none.',
    },
    connectors: { ...connectors, description: 'Always empty here.' },
  },
  { optional: ['flagSets'] },
);

/**
 * The settings of an import. Other servers export null for what was never set, even where there is always a value here:
 * there, null counts as absent.
 */
const settings = Object.fromEntries(
  Object.entries(settingsPatchSchema.properties).map(([name, property]) => [
    name,
    { ...property, type: [...new Set([property.type, 'null'].flat())] },
  ]),
) as Readonly<Record<string, { readonly description: string }>>;

/** An event type of an import. */
const environmentEventTypeSchema = {
  ...eventTypeInSchema,
  properties: {
    ...eventTypeInSchema.properties,
    deprecatedAt: dateTimeOrNull(
      'Since when it is deprecated (RFC 3339), if the import deprecates it. Absent, null or in the future: since now.',
    ),
  },
} as const;

/** Body of POST /environment/import: what is absent or null is left alone, but an object of something else is refused. */
export const environmentInSchema = {
  type: 'object',
  additionalProperties: false,
  checkedInCode: {
    anyOf: [
      { maxProperties: 0 },
      ...['version', 'eventTypes', 'settings', 'flagSets', 'remove', 'connectors'].map((name) => ({
        required: [name],
      })),
    ],
  },
  properties: {
    version: {
      type: ['integer', 'null'],
      enum: [ENVIRONMENT_VERSION, null],
      description: 'Version of this format. Null or absent: this one.',
    },
    eventTypes: {
      type: ['array', 'null'],
      items: environmentEventTypeSchema,
      maxItems: 50_000,
      description: 'Event types to add, or to replace if the name exists; each name once. Null means none.',
    },
    settings: {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: settings,
      description: 'Settings to change; unknown ones are ignored. Null means none.',
    },
    flagSets: {
      type: ['array', 'null'],
      items: flagSetInSchema,
      maxItems: FLAG_SETS_MAX,
      description:
        'Sets of feature flags to add, or to replace if the letter exists; each letter and each id once. Null means none.',
    },
    remove: {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: {
        eventTypes: {
          type: 'array',
          items: { type: 'string', maxLength: LIMITS.name.max, description: 'The name of an event type.' },
          maxItems: 50_000,
          description: 'Event types to remove; their history stays. Unknown names are ignored.',
        },
        flagSets: {
          type: 'array',
          items: { type: 'string', maxLength: 10, description: 'The letter of a set.' },
          maxItems: FLAG_SETS_MAX,
          description: 'Sets of feature flags to remove.',
        },
      },
      description:
        'What to remove in the same write. It must not name anything that the write adds. Together with the previous state, it undoes an import. Null removes nothing.',
    },
    connectors: {
      ...connectors,
      type: ['array', 'null'],
      checkedInCode: { maxItems: 0 },
      description: 'Must be empty or null: this server has no connectors.',
    },
  },
} as const;

export type EnvironmentOut = FromSchema<typeof environmentOutSchema>;
export type EnvironmentIn = Omit<FromSchema<typeof environmentInSchema>, 'settings'> & {
  readonly settings?: { readonly [K in keyof SettingsPatch]: SettingsPatch[K] | null } | null;
};
