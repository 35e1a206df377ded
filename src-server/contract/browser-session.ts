import type { FromSchema } from 'json-schema-to-ts';
import { dateTime, dateTimeOrNull } from './property-schemas';
import { strictObject } from './strict-object';

/**
 * Header in which a logged-in page sends its page key. Only a page of this server can set it: browsers first ask a server
 * whether pages of other origins may, and this one never agrees for requests with a cookie.
 */
export const PAGE_KEY_HEADER = 'posthorn-page-key';

/** The answer to a log-in: with it comes the cookie. */
export const browserLoginOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier of the session, `bses_...`.' },
  pageKey: {
    type: 'string',
    description:
      'What the pages of this browser send as `posthorn-page-key` with the cookie. It is not shown again, and grants nothing without the cookie.',
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
export type BrowserSessionOut = FromSchema<typeof browserSessionOutSchema>;
