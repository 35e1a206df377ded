import type { FromSchema } from 'json-schema-to-ts';
import { applicationInSchema, displayName } from './application';
import { nameSchema } from './names';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';
import { TOKEN_KINDS } from './token-kinds';

/** What a portal token may do. All of them unless the link was created with fewer. */
export const CAPABILITIES = [
  'ViewBase',
  'ViewEndpointSecret',
  'ManageEndpointSecret',
  'ManageTransformations',
  'CreateAttempts',
  'ManageEndpoint',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** The parts of the portal that a share link of the preview may show. */
export const SHARED_PAGES = ['catalog', 'endpoints'] as const;
export type SharedPage = (typeof SHARED_PAGES)[number];

const featureFlags = {
  type: ['array', 'null'],
  items: nameSchema('A feature flag.'),
  uniqueItems: true,
  maxItems: 25,
  description: 'Flags the token may see. Null or empty: only what everyone sees.',
} as const;

/** Body of POST /auth/app-portal-access/{app}. */
export const portalAccessInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    featureFlags,
    capabilities: {
      type: ['array', 'null'],
      items: { type: 'string', enum: CAPABILITIES, description: 'A capability.' },
      uniqueItems: true,
      description: 'Permissions of the token. Null means everything a customer may do.',
    },
    expiry: {
      type: ['integer', 'null'],
      minimum: 3600,
      maximum: 604_800,
      description: 'How long the link works, in seconds; null means 604,800 (seven days).',
    },
    sessionId: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 64,
      pattern: '^[a-zA-Z0-9@_-]+$',
      description: 'Your own name for this session, to revoke it by. Null means none.',
    },
    readOnly: {
      type: ['boolean', 'null'],
      description: 'Older spelling of `capabilities: ["ViewBase"]`.',
    },
    oneTime: {
      type: ['boolean', 'null'],
      description:
        'True makes a link that works once, within ten minutes: its fragment carries `{"appId","oneTimeToken"}`, and `token` is that one-time token, for `/auth/one-time-token`. Null means false: a link that works until it expires.',
    },
    previewDraftId: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 64,
      description:
        'A draft of the portal preview (`/portal-preview-drafts`): the token sees its event types in place of the stored ones, and is refused once the draft is gone. Not together with `oneTime`. Null means the stored catalog.',
    },
    application: {
      ...applicationInSchema,
      type: ['object', 'null'],
      description:
        'The application to create if there is none under this id; its `uid` must be the one of the path. Null means do not.',
    },
  },
} as const;

export const portalAccessOutSchema = strictObject({
  url: {
    type: 'string',
    format: 'uri',
    description: 'Logs a customer in. Only its fragment contains the token.',
  },
  token: {
    type: 'string',
    description: 'The access token, or, for a one-time link, the token to exchange for one.',
  },
});

/** Body of POST /auth/token. */
export const tokenInSchema = strictObject(
  {
    name: { ...displayName, description: 'What the token is for.' },
    kind: {
      type: ['string', 'null'],
      enum: [...TOKEN_KINDS, null],
      examples: ['reader'],
      description:
        'What it may do. Null or absent: `full`, or with `featureFlags`, `reader`. The guide about tokens lists what each kind may do.',
    },
    featureFlags: {
      ...featureFlags,
      description:
        'With a list, even an empty one, the token is a reader that sees event types without a flag and with these flags, and nothing else that customers do not see. Null or absent: all event types.',
    },
    expiresAt: dateTimeOrNull('When it stops working (RFC 3339), in the future. Null means never.'),
  },
  { optional: ['kind', 'featureFlags', 'expiresAt'] },
);

const tokenProperties = {
  id: { type: 'string', description: 'Identifier, `tok_...`.' },
  name: { type: 'string', description: 'What the token is for.' },
  kind: { type: 'string', enum: TOKEN_KINDS, description: 'What it may do.' },
  featureFlags: {
    type: ['array', 'null'],
    items: { type: 'string', description: 'A feature flag.' },
    description: 'A list means a reader that sees what these flags allow. Null means all event types.',
  },
  expiresAt: dateTimeOrNull('When it stops working. Null means never.'),
  createdAt: dateTime('When it was made (RFC 3339, UTC).'),
  lastUsedAt: dateTimeOrNull('When it was last used, to within five minutes. Null means never.'),
} as const;

/** A token in a list: never with its secret. */
export const tokenOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'kind', 'featureFlags', 'expiresAt', 'createdAt', 'lastUsedAt'],
  properties: tokenProperties,
} as const;

/** The response to creating a token: the only time the secret is shown. */
export const tokenCreatedOutSchema = {
  type: 'object',
  additionalProperties: false,
  required: [...tokenOutSchema.required, 'token'],
  properties: {
    ...tokenProperties,
    token: { type: 'string', description: 'The secret. It is not shown again.' },
  },
} as const;

/** The response of `GET /auth/until-ended`. */
export const untilEndedTextSchema = {
  type: 'string',
  description: 'A stream of server-sent events without an event, which ends with the access of its reader.',
} as const;

export const whoamiOutSchema = strictObject({
  kind: {
    type: 'string',
    enum: ['admin', 'reader', 'support', 'catalog', 'portal', 'share'],
    description:
      'What kind of token this is: `admin` is a full one of the sender; `share` is that of a frame of a share link.',
  },
  permissionSource: {
    type: 'string',
    enum: ['RegionalAuthToken'],
    description: 'Where the permissions come from: a token of this service. Official clients read it.',
  },
  appId: {
    type: ['string', 'null'],
    description: 'The application of a portal token or of a share link, else null.',
  },
  featureFlags: {
    type: ['array', 'null'],
    items: { type: 'string', description: 'A feature flag.' },
    description: 'Flags the token may see. Null means everything.',
  },
  capabilities: {
    type: 'array',
    items: { type: 'string', enum: CAPABILITIES, description: 'A capability.' },
    description: 'What a portal token may do; all of them for an admin token.',
  },
  sharedPages: {
    type: ['array', 'null'],
    items: { type: 'string', enum: SHARED_PAGES, description: 'A part of the portal.' },
    description: 'The parts of the portal that the frame of a share link may show, else null.',
  },
  sessionId: { type: ['string', 'null'], description: 'The session of a portal token, else null.' },
  installation: {
    type: ['string', 'null'],
    description:
      'Which installation this is: drawn when its database was made, and kept when it is moved. Null for tokens of customers.',
  },
  expiresAt: dateTimeOrNull('When it stops working. Null means never.'),
});

/** Body of POST /auth/app/{app}/expire-all. */
export const expireAllInSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    expiry: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 259_200,
      description: 'How long they still work, in seconds. Null means not at all.',
    },
    sessionIds: {
      type: ['array', 'null'],
      items: { type: 'string', maxLength: 64, description: 'A session.' },
      maxItems: 1000,
      description: 'Only these sessions. Null means all.',
    },
  },
} as const;

export type ExpireAllIn = FromSchema<typeof expireAllInSchema>;
export type PortalAccessIn = FromSchema<typeof portalAccessInSchema>;
export type PortalAccessOut = FromSchema<typeof portalAccessOutSchema>;
export type TokenIn = FromSchema<typeof tokenInSchema>;
export type TokenOut = FromSchema<typeof tokenOutSchema>;
export type TokenCreatedOut = FromSchema<typeof tokenCreatedOutSchema>;
export type UntilEndedText = FromSchema<typeof untilEndedTextSchema>;
export type WhoamiOut = FromSchema<typeof whoamiOutSchema>;
