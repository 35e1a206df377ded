import type { FromSchema } from 'json-schema-to-ts';
import { TEXT_PATTERN } from './names';

const properties = {
  eventCatalogPublished: {
    type: 'boolean',
    description: 'True serves the catalog publicly at /catalog/. Needs a display name.',
  },
  displayName: {
    type: ['string', 'null'],
    maxLength: 256,
    pattern: TEXT_PATTERN,
    description: 'Heading of the public catalog: your company or product. Null means none yet.',
  },
  enforceHttps: {
    type: 'boolean',
    description: 'True refuses new endpoints that are not https.',
  },
  whitelabelHeaders: {
    type: 'boolean',
    description: 'True sends only the `webhook-*` headers; false sends `svix-*` beside them.',
  },
  disableEndpointOnFailure: {
    type: 'boolean',
    description:
      'True disables an endpoint once all its attempts have failed for five days, or the time the server was started with.',
  },
  defaultSecretType: {
    type: 'string',
    enum: ['hmac256', 'ed25519'],
    description:
      'Signing secrets made for new endpoints: `hmac256`, one that both sides hold (`whsec_`, signatures `v1`), or `ed25519`, a pair of keys of which the receiver holds the public one (`whpk_`, signatures `v1a`).',
  },
} as const;

/** Body of PATCH /settings: absent leaves a field alone. */
export const settingsPatchSchema = { type: 'object', additionalProperties: false, properties } as const;

export const settingsOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'eventCatalogPublished',
    'displayName',
    'enforceHttps',
    'whitelabelHeaders',
    'disableEndpointOnFailure',
    'defaultSecretType',
  ],
  properties,
} as const;

export type SettingsPatch = FromSchema<typeof settingsPatchSchema>;
/** The kinds of signing secrets. */
export type SecretType = SettingsOut['defaultSecretType'];
export type SettingsOut = FromSchema<typeof settingsOutSchema>;
