import { capabilitiesOf, ownApplicationId } from '../../access/principal';
import { hashToken, mintToken } from '../../access/token';
import { visibleFlags } from '../../access/visibility';
import { type Clock, toIsoTime } from '../../base/clock';
import { invalidField, notFound } from '../../base/errors';
import type { NewId } from '../../base/id';
import { SHARED_PAGES, type WhoamiOut } from '../../contract/access';
import { tokenOperations } from '../../contract/operations/tokens';
import type { TokenRecord, TokenStore } from '../../storage/installation/token-store';
import type { LiveStream } from '../live-stream';
import { presentToken } from '../presenters/presenters';
import { type Route, route } from '../route';

interface TokenRouteParts {
  readonly tokens: TokenStore;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly liveStream: Pick<LiveStream, 'hold'>;
  readonly installationId: string;
}

/** The sender's own tokens. A reader with feature flags, even an empty list, sees what those allow. */
export function tokenRoutes(parts: TokenRouteParts): readonly Route[] {
  const { tokens, newId, clock, liveStream, installationId } = parts;
  return [
    route(tokenOperations.create, {
      access: 'admin',
      secretResponse: true,
      summary: 'Create a token. It is not shown again.',
      async handler({ body }) {
        const now = clock.now();
        const expiresAt = body.expiresAt ? Date.parse(body.expiresAt) : null;
        if (expiresAt !== null && !(expiresAt > now))
          throw invalidField('expiresAt', 'This must be in the future.');
        const featureFlags = body.featureFlags ?? null;
        const kind = body.kind ?? (featureFlags === null ? 'full' : 'reader');
        if (featureFlags !== null && kind !== 'reader')
          throw invalidField('featureFlags', 'Only a reader can be limited to feature flags.');
        const record: TokenRecord = {
          id: newId('tok_'),
          kind: kind === 'full' ? 'admin' : 'reader',
          limitedKind: kind === 'full' || featureFlags !== null ? null : kind,
          name: body.name,
          appId: null,
          featureFlags,
          capabilities: null,
          sessionId: null,
          expiresAt,
          createdAt: now,
          lastUsedAt: null,
        };
        const token = mintToken('sender');
        await tokens.insert(record, hashToken(token));
        return { status: 201, body: { ...presentToken(record), token } };
      },
    }),
    route(tokenOperations.list, {
      access: 'admin',
      summary: 'List the tokens, without their secrets.',
      async handler({ query }) {
        const page = await tokens.list(query);
        return { status: 200, body: { ...page, data: page.data.map(presentToken) } };
      },
    }),
    route(tokenOperations.delete, {
      access: 'admin',
      summary: 'Revoke a token; it stops working at once.',
      async handler({ params }) {
        if (!(await tokens.delete(params.token))) throw notFound('Token');
        return { status: 204 };
      },
    }),
    route(tokenOperations.rotate, {
      access: 'admin',
      secretResponse: true,
      summary: 'Rotate a token. The new secret is not shown again; the old one stops working at once.',
      async handler({ params }) {
        const token = mintToken('sender');
        const record = await tokens.replaceHash(params.token, hashToken(token));
        if (!record) throw notFound('Token');
        return { status: 200, body: { ...presentToken(record), token } };
      },
    }),
    route(tokenOperations.whoami, {
      access: 'any',
      shared: 'all',
      summary: 'Read the permissions of this token.',
      handler({ principal }) {
        if (principal.kind === 'poller') throw notFound(); // never admitted here
        const flags = visibleFlags(principal);
        const body: WhoamiOut = {
          kind: principal.kind === 'limited' ? principal.tokenKind : principal.kind,
          permissionSource: 'RegionalAuthToken',
          appId: ownApplicationId(principal),
          featureFlags: flags && [...flags],
          capabilities: [...capabilitiesOf(principal)],
          sharedPages:
            principal.kind === 'share' ? SHARED_PAGES.filter((page) => principal.parts.includes(page)) : null,
          sessionId: principal.kind === 'portal' ? principal.sessionId : null,
          installation: principal.kind === 'admin' || principal.kind === 'limited' ? installationId : null,
          expiresAt: principal.expiresAt === null ? null : toIsoTime(principal.expiresAt),
        };
        return { status: 200, body };
      },
    }),
    route(tokenOperations.untilEnded, {
      access: 'any',
      shared: 'all',
      summary: 'Wait until this token, log-in or link has ended.',
      description:
        'A stream of server-sent events without an event, for pages that must not show any longer what their reader may no longer see: it ends within a second after the access was revoked or has expired. It also ends with the server or the connection, so whoever reads it asks again. A line with a colon alone is sent every 15 seconds.',
      errors: ['too_many_requests'],
      handler: () => ({ status: 200, stream: (response) => liveStream.hold(response) }),
    }),
  ];
}
