import type { FromSchema } from 'json-schema-to-ts';
import { displayName } from './application';
import { nameSchema } from './names';

const featureFlags = {
  type: ['array', 'null'],
  items: nameSchema('A feature flag.'),
  uniqueItems: true,
  maxItems: 25,
  description: 'Flags its key may see. Null, absent or empty: only what everyone sees.',
} as const;

/** Body of POST and PUT: PUT replaces both. */
export const integrationInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { ...displayName, description: 'Who holds the key.' },
    featureFlags,
  },
} as const;

/** An integration: never with its key. */
export const integrationOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'featureFlags', 'createdAt', 'updatedAt'],
  properties: {
    id: { type: 'string', description: 'Identifier, `integ_...`.' },
    name: { type: 'string', description: 'Who holds the key.' },
    featureFlags: {
      type: ['array', 'null'],
      items: { type: 'string', description: 'A feature flag.' },
      description: 'Flags its key may see beside what everyone sees. Null: none.',
    },
    createdAt: { type: 'string', format: 'date-time', description: 'When it was created (RFC 3339, UTC).' },
    updatedAt: { type: 'string', format: 'date-time', description: 'When it last changed (RFC 3339, UTC).' },
  },
} as const;

export const integrationKeyOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['key'],
  properties: {
    key: { type: 'string', description: 'A token for this application, sent as `Authorization: Bearer`.' },
  },
} as const;

export type IntegrationIn = FromSchema<typeof integrationInSchema>;
export type IntegrationOut = FromSchema<typeof integrationOutSchema>;
export type IntegrationKeyOut = FromSchema<typeof integrationKeyOutSchema>;
