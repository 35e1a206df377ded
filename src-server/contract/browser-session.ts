import type { FromSchema } from 'json-schema-to-ts';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/**
 * Header in which a logged-in page sends a signature of the request, or where it cannot sign, its page key. Only a page of this server can set it: browsers first ask a server
 * whether pages of other origins may, and this one never agrees for requests with a cookie.
 */
export const PAGE_KEY_HEADER = 'posthorn-page-key';

const run = {
  type: 'string',
  description: 'Which run of the server this is; signatures for another one do not count.',
} as const;
const now = {
  type: 'integer',
  description: 'The time of the server, in milliseconds since 1970; signatures count for two minutes.',
} as const;

/** The response to a log-in: with it comes the cookie. */
export const browserLoginOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier of the session, `bses_...`.' },
  pageKey: {
    type: 'string',
    description:
      'What pages of this browser that cannot sign requests send as `posthorn-page-key` with the cookie. It is not shown again, grants nothing without the cookie, and counts in this run of the server alone.',
  },
  signingKey: {
    type: ['string', 'null'],
    description:
      'Key of 64 hexadecimal digits with which pages of this browser sign their requests. It is not shown again, and no request carries it. Null: the page came over plain HTTP from another computer.',
  },
  run,
  now,
});

/** Body of POST /auth/browser-session/{session}/challenge. */
export const sessionChallengeInSchema = strictObject({
  nonce: {
    type: 'string',
    pattern: '^[0-9a-f]{64}$',
    examples: ['4f9c2d0e6b8a1735c4d2e0f9a8b7665544332211ffeeddccbbaa998877665544'],
    description: 'A random number of 64 hexadecimal digits, a new one for each request.',
  },
});

export const sessionChallengeOutSchema = strictObject({
  run,
  now,
  proof: {
    type: 'string',
    description:
      'HMAC-SHA256 in hexadecimal digits of four lines, joined by line feeds: `posthorn server`, the nonce, the run and the time. The key is the signing key of the session: only the server that gave it away knows it.',
  },
});

/** A browser that is logged in to the admin pages. */
export const browserSessionOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier, `bses_...`; ends it.' },
  browser: { type: 'string', description: 'Browser and system, as it names itself.' },
  host: { type: 'string', description: 'The host name under which it reaches this server.' },
  isOwn: { type: 'boolean', description: 'True: the session of this request.' },
  tokenId: {
    type: ['string', 'null'],
    description:
      'The token that it was logged in with; the session ends with it. Null: the admin token of the instance.',
  },
  tokenName: {
    type: ['string', 'null'],
    description: 'Name of that token. Null: the admin token of the instance.',
  },
  createdAt: dateTime('When it was logged in (RFC 3339, UTC).'),
  lastUsedAt: dateTime('When it was last used, to within five minutes.'),
  expiresAt: dateTime('When it ends unless it is used before: 30 days after its last use.'),
  tokenExpiresAt: dateTimeOrNull(
    'When it ends with its token at the latest. Null: the token does not expire.',
  ),
});

export type BrowserLoginOut = FromSchema<typeof browserLoginOutSchema>;
export type SessionChallengeIn = FromSchema<typeof sessionChallengeInSchema>;
export type SessionChallengeOut = FromSchema<typeof sessionChallengeOutSchema>;
export type BrowserSessionOut = FromSchema<typeof browserSessionOutSchema>;
