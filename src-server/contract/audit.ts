import type { FromSchema } from 'json-schema-to-ts';
import { dateTime } from './property-schemas';
import { strictObject } from './strict-object';
import { TOKEN_KINDS } from './token-kinds';

/** Who changes things: the sender's tokens and log-ins by their kind, and customers. */
export const ACTOR_KINDS = [...TOKEN_KINDS, 'portal'] as const;

/** What can be done, as `application.updated`: the kind of thing, and what became of it. */
export const AUDIT_ACTIONS = [
  ...['application.created', 'application.updated', 'application.deleted'],
  ...['endpoint.created', 'endpoint.updated', 'endpoint.deleted', 'endpoint.paused', 'endpoint.resumed'],
  ...['endpoint.rotated', 'message.resent', 'message.recovered', 'message.updated', 'message.deleted'],
  ...['event_type.created', 'event_type.updated', 'event_type.deleted', 'event_type.restored'],
  ...['flag_set.created', 'flag_set.updated', 'flag_set.deleted', 'flag_set.run', 'flag_set.restored'],
  ...['token.created', 'token.rotated', 'token.updated', 'token.revoked'],
  ...['portal_link.created', 'portal_link.revoked'],
  ...['settings.created', 'settings.updated', 'settings.deleted', 'settings.paused', 'settings.resumed'],
  ...['notice_channel.created', 'notice_channel.updated', 'notice_channel.deleted'],
  ...['import.imported', 'import.restored', 'sync.run', 'sync.restored', 'erasure.run'],
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const fields = (which: string) =>
  ({
    type: 'object',
    additionalProperties: true,
    description: `The changed fields ${which}. Secrets are left out or "rotated", values of headers and what URLs carry besides host and path are masked, and of long values only the size is kept. Absent: there are none to show.`,
  }) as const;

/** A change that somebody made, as GET /audit answers it. */
export const auditLineOutSchema = strictObject(
  {
    id: { type: 'string', description: 'Identifier, `aud_...`; later changes have later ones.' },
    at: dateTime('When (RFC 3339, UTC).'),
    actor: strictObject(
      {
        kind: {
          type: 'string',
          enum: ACTOR_KINDS,
          description: '`portal`: a customer. Else the kind of the token.',
        },
        name: {
          type: 'string',
          description:
            'The name of the token at that time, or of the portal session. `admin token`: that of the settings; a browser that was logged in with it is named too.',
        },
      },
      { description: 'Who.' },
    ),
    from: { type: 'string', description: 'The network address that the request came from.' },
    action: {
      type: 'string',
      description: 'What was done, as `endpoint.updated`.',
      examples: [AUDIT_ACTIONS[1]],
    },
    application: { type: 'string', description: 'The id of the application. Absent: it concerns none.' },
    target: {
      type: 'string',
      description:
        'What it was done to: an id, the name of an event type, or the name of a group of settings.',
    },
    before: fields('as they were'),
    after: fields('as they became, or what was asked for'),
  },
  { optional: ['application', 'before', 'after'] },
);

export type AuditLineOut = FromSchema<typeof auditLineOutSchema>;
