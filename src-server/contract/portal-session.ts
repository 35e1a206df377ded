import type { FromSchema } from 'json-schema-to-ts';
import { CAPABILITIES } from './access';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

const capabilities = {
  type: 'array',
  items: { type: 'string', enum: CAPABILITIES, description: 'A capability.' },
  description: 'What it may do.',
} as const;

/** Body of POST /auth/one-time-token. */
export const oneTimeTokenInSchema = strictObject({
  oneTimeToken: {
    type: 'string',
    minLength: 1,
    maxLength: 1024,
    description: 'What a one-time link carries in its fragment.',
  },
});

export const oneTimeTokenOutSchema = strictObject({
  token: { type: 'string', description: 'The access token of the session. It is not shown again.' },
  capabilities,
});

/** A session of a customer in the portal, or a link that can still start one. */
export const portalSessionOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `tok_...`; ends it.' },
  sessionId: { type: ['string', 'null'], description: 'Your own name for it. Null means none.' },
  featureFlags: {
    type: 'array',
    items: { type: 'string', description: 'A feature flag.' },
    description: 'Flags it may see.',
  },
  capabilities,
  createdAt: dateTime('When it was made (RFC 3339, UTC).'),
  expiresAt: dateTimeOrNull('When it stops working. Null means never.'),
  linkUntil: dateTimeOrNull(
    'When its one-time link expires; it is not a session until the link is used. Null: the link was used, or there was none.',
  ),
});

export type OneTimeTokenIn = FromSchema<typeof oneTimeTokenInSchema>;
export type OneTimeTokenOut = FromSchema<typeof oneTimeTokenOutSchema>;
export type PortalSessionOut = FromSchema<typeof portalSessionOutSchema>;
