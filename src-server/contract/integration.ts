import type { FromSchema } from 'json-schema-to-ts';
import { displayName } from './application';
import { nameSchema } from './names';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

const featureFlags = {
  type: ['array', 'null'],
  items: nameSchema('A feature flag.'),
  uniqueItems: true,
  maxItems: 25,
  description: 'Flags its key may see. Null, absent or empty: only what everyone sees.',
} as const;

/** Body of POST and PUT: PUT replaces both. */
export const integrationInSchema = strictObject(
  {
    name: { ...displayName, description: 'Who holds the key.' },
    featureFlags,
  },
  { optional: ['featureFlags'] },
);

/** An integration: never with its key. */
export const integrationOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `integ_...`.' },
  name: { type: 'string', description: 'Who holds the key.' },
  featureFlags: {
    type: ['array', 'null'],
    items: { type: 'string', description: 'A feature flag.' },
    description: 'Flags its key may see beside what everyone sees. Null: none.',
  },
  createdAt: dateTime('When it was created (RFC 3339, UTC).'),
  updatedAt: dateTime('When it last changed (RFC 3339, UTC).'),
});

export const integrationKeyOutSchema = strictObject({
  key: { type: 'string', description: 'A token for this application, sent as `Authorization: Bearer`.' },
});

export type IntegrationIn = FromSchema<typeof integrationInSchema>;
export type IntegrationOut = FromSchema<typeof integrationOutSchema>;
export type IntegrationKeyOut = FromSchema<typeof integrationKeyOutSchema>;
