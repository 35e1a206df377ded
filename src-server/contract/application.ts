import type { FromSchema } from 'json-schema-to-ts';
import { LIMITS } from './limits';
import { NAME_MAX_LENGTH, NAME_PATTERN, RATE_LIMIT_MAX, RATE_LIMIT_MIN, TEXT_PATTERN } from './names';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';

/** Display name of an application or token. */
export const displayName = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.displayName.max,
  pattern: TEXT_PATTERN,
  description: 'Display name.',
} as const;
/** A caller's own identifier. One that begins like one of our ids could never be found. */
export const uid = {
  type: ['string', 'null'],
  minLength: 1,
  maxLength: NAME_MAX_LENGTH,
  pattern: NAME_PATTERN,
  checkedInCode: { not: { type: 'string', pattern: '^(app|ep|msg|atmpt|tok|con|tgt|qtask)_' } },
  description:
    'Your own identifier, usable wherever the id is. It must not start like an id of this service, for example with `app_`. Null means none.',
} as const;
export const rateLimit = {
  type: ['integer', 'null'],
  minimum: RATE_LIMIT_MIN,
  maximum: RATE_LIMIT_MAX,
  description: 'Maximum messages per second to each endpoint. Null means no limit.',
} as const;
export const throttleRate = {
  ...rateLimit,
  description: 'Alias of `rateLimit`. Takes precedence if both are given.',
} as const;
export const metadata = {
  type: ['object', 'null'],
  additionalProperties: { type: 'string', description: 'A value.' },
  description: 'Free key-value texts, at most 4,096 bytes as JSON. Null means empty.',
} as const;

/** Body of POST and PUT. */
export const applicationInSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: displayName, uid, rateLimit, throttleRate, metadata },
} as const;

/** Body of PATCH: absent leaves a field alone, null clears it. */
export const applicationPatchSchema = {
  type: 'object',
  additionalProperties: false,
  properties: applicationInSchema.properties,
} as const;

export const applicationOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `app_...`.' },
  uid: { type: ['string', 'null'], description: 'Your own identifier. Null means none.' },
  name: { type: 'string', description: 'Display name.' },
  rateLimit: {
    type: ['integer', 'null'],
    description: 'Maximum messages per second to each endpoint. Null means unlimited.',
  },
  throttleRate: { type: ['integer', 'null'], description: 'The same as `rateLimit`.' },
  metadata: {
    type: 'object',
    additionalProperties: { type: 'string', description: 'A value.' },
    description: 'Free key-value texts.',
  },
  createdAt: dateTime('When it was created (RFC 3339, UTC).'),
  updatedAt: dateTime('When it last changed (RFC 3339, UTC).'),
});

export type ApplicationIn = FromSchema<typeof applicationInSchema>;
export type ApplicationPatch = FromSchema<typeof applicationPatchSchema>;
export type ApplicationOut = FromSchema<typeof applicationOutSchema>;
