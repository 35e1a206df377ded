import type { FromSchema } from 'json-schema-to-ts';
import { appearance } from './appearance-settings';
import { nameSchema, TEXT_PATTERN } from './names';
import { portalSettings } from './portal-look';
import { publicPageSettings } from './public-page';
import { strictObject } from './strict-object';

/** A setting that another instance may act on; here it is only stored, so that an export includes it. */
const kept = (what: string) => `${what} Stored for import and export; this server does not act on it.`;
const flag = (description: string) => ({ type: 'boolean', description }) as const;

const properties = {
  eventCatalogPublished: flag('True serves the catalog publicly at /catalog/. Needs a display name.'),
  displayName: {
    type: ['string', 'null'],
    maxLength: 256,
    pattern: TEXT_PATTERN,
    description:
      'Your company or product: the heading of the public catalog, and above the name of the customer in the portal. Null means none yet.',
  },
  enforceHttps: flag(
    'True refuses new and changed endpoints without https, including those of operational webhooks; existing ones go on. Always true on a server started with `--https-only`.',
  ),
  whitelabelHeaders: flag('True sends only the `webhook-*` headers; false sends `svix-*` beside them.'),
  disableEndpointOnFailure: {
    type: 'boolean',
    description:
      'True disables an endpoint once all its attempts have failed for five days, or for the time set when the server started.',
  },
  defaultSecretType: {
    type: 'string',
    enum: ['hmac256', 'ed25519'],
    description:
      'Signing secrets made for new endpoints: `hmac256`, a shared secret (`whsec_`, signatures `v1`), or `ed25519`, a key pair whose public key the receiver has (`whpk_`, signatures `v1a`).',
  },
  readOnly: flag('True makes portal tokens and integrations read-only, whatever their capabilities.'),
  requireEndpointFilterTypes: flag(
    'True refuses new endpoints without event types, and the removal of the last event type. Operational webhooks are exempt.',
  ),
  requireEndpointChannel: flag(
    'True refuses new endpoints without a channel, and the removal of the last channel. Operational webhooks are exempt.',
  ),
  endpointsPerAppLimit: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 100_000,
    description: 'Maximum endpoints per application. Null means only the limit set when the server started.',
  },
  retryPolicy: {
    type: ['array', 'null'],
    items: {
      type: 'integer',
      minimum: 1,
      maximum: 2_592_000,
      description: 'A wait, in seconds.',
    },
    maxItems: 50,
    description:
      'Waits before each retry of a failed delivery, in seconds; empty: no retries. Applies from the next failure. Null means the schedule set when the server started.',
  },
  announceDeprecation: flag(
    'True: requests of a deprecated event type carry `webhook-deprecation` (since when) and, with a date, `webhook-sunset`, both as HTTP dates.',
  ),
  passTraceContext: flag(
    'True: the W3C trace context (`traceparent`, `tracestate`) of the request that creates a message is kept, and each attempt carries it on under a span id of its own. False: it is ignored, and kept ones are not sent.',
  ),
  sendSvixWebhookHeaders: flag(
    'True sends the `svix-*` headers also when `whitelabelHeaders` would leave them out.',
  ),
  enableChannels: flag('True shows channels to customers, in the portal.'),
  enableMessageTags: flag(kept('True shows tags of messages to customers.')),
  enableMessageStream: flag(kept('True lets customers follow messages as a stream.')),
  enableTransformations: flag(kept('True shows transformations to customers.')),
  enableIntegrationManagement: flag(kept('True lets customers manage integrations.')),
  showUseSvixPlay: flag('True offers customers the built-in receiver for tests in the portal.'),
  wipeSuccessfulPayload: flag(
    kept('True removes the content of a message after its delivery to all endpoints.'),
  ),
  enableApplicationAlerts: flag(kept('True notifies customers of problems by e-mail.')),
  applicationAlertEvents: {
    type: 'array',
    items: nameSchema('An operational event.'),
    uniqueItems: true,
    maxItems: 50,
    description: kept('Events that customers are notified of.'),
  },
  advancedEndpointTypes: {
    type: 'array',
    items: nameSchema('A kind of endpoint.'),
    uniqueItems: true,
    maxItems: 50,
    description: kept('Further kinds of endpoints that customers may choose.'),
  },
  ...appearance,
  ...portalSettings,
  ...publicPageSettings,
} as const;

/** Body of PATCH /settings: absent leaves a field alone. */
export const settingsPatchSchema = { type: 'object', additionalProperties: false, properties } as const;

export const settingsOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties) as readonly (keyof typeof properties)[],
  properties,
} as const;

/** What the server adds to the settings: nothing that is stored, or can be changed. */
const publicationSchema = strictObject(
  {
    built: { type: 'integer', minimum: 0, description: 'How many of them are made.' },
    of: {
      type: 'integer',
      minimum: 0,
      description:
        'How many pages there are: the first one, and where each event type has its own, these. 0: none.',
    },
  },
  {
    readOnly: true,
    description:
      'Pages of the public catalog on this server. One that is not made yet is made when someone requests it; the others follow in the background.',
  },
);

/** Answer of GET and PATCH /settings. */
export const settingsResponseSchema = {
  type: 'object',
  additionalProperties: false,
  required: [...settingsOutSchema.required, 'publication'] as readonly (
    | keyof typeof properties
    | 'publication'
  )[],
  properties: { ...properties, publication: publicationSchema },
} as const;

export type SettingsResponse = FromSchema<typeof settingsResponseSchema>;
export type SettingsPatch = FromSchema<typeof settingsPatchSchema>;
/** The kinds of signing secrets. */
export type SecretType = SettingsOut['defaultSecretType'];
export type SettingsOut = FromSchema<typeof settingsOutSchema>;

/** The settings of a new instance. */
export const SETTING_DEFAULTS: SettingsOut = {
  eventCatalogPublished: false,
  displayName: null,
  enforceHttps: false,
  whitelabelHeaders: false,
  defaultSecretType: 'hmac256',
  readOnly: false,
  requireEndpointFilterTypes: false,
  requireEndpointChannel: false,
  endpointsPerAppLimit: null,
  disableEndpointOnFailure: true,
  retryPolicy: null,
  announceDeprecation: true,
  passTraceContext: true,
  sendSvixWebhookHeaders: false,
  enableChannels: false,
  enableMessageTags: false,
  enableMessageStream: false,
  enableTransformations: false,
  enableIntegrationManagement: false,
  showUseSvixPlay: true,
  wipeSuccessfulPayload: false,
  enableApplicationAlerts: false,
  applicationAlertEvents: [],
  advancedEndpointTypes: [],
  showSvixBrandFooter: false,
  applicationAlertDashboardUrl: null,
  applicationAlertLogoUrl: null,
  customColor: null,
  customLogoUrl: null,
  customFontFamily: null,
  customFontFamilyUrl: null,
  customBaseFontSize: null,
  colorPaletteLight: null,
  colorPaletteDark: null,
  customThemeOverride: null,
  customStringsOverride: null,
  portalFrameAncestors: [],
  portalReturnUrl: null,
  portalShowHiddenTypes: true,
  catalogIntro: null,
  catalogLogo: null,
  catalogDomain: null,
};
