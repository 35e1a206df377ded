import { hashToken, mintToken } from '../../access/token';
import { type Clock, toIsoTime } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import { CAPABILITIES } from '../../contract/access';
import { portalSessionOperations } from '../../contract/operations/portal-sessions';
import type { OneTimeTokenOut, PortalSessionOut } from '../../contract/portal-session';
import type { SessionRecord, SessionStore } from '../../storage/session-store';
import { type Route, route } from '../route';

interface PortalSessionRouteParts {
  readonly sessions: SessionStore;
  readonly clock: Clock;
}

/** Sessions of customers: how a one-time link starts one, and how the sender sees and ends them. */
export function portalSessionRoutes({ sessions, clock }: PortalSessionRouteParts): readonly Route[] {
  return [
    route(portalSessionOperations.exchangeToken, {
      // The holder of the one-time token is the person the link was created for; the token grants access.
      access: 'public',
      secretAnswer: true,
      summary: 'Exchange the token of a one-time link for an access token. It works once.',
      errors: ['authentication_failed'],
      async handler({ body }) {
        const token = mintToken('portal');
        const record = await sessions.followLink(hashToken(body.oneTimeToken), hashToken(token), clock.now());
        if (!record) {
          throw apiError(
            'authentication_failed',
            'This link has been used before, or it has expired. Ask for a new one.',
          );
        }
        const answer: OneTimeTokenOut = { token, capabilities: [...(record.capabilities ?? CAPABILITIES)] };
        return { status: 200, body: answer };
      },
    }),
    route(portalSessionOperations.list, {
      access: 'admin',
      summary: 'List the active portal sessions of an application, and links that can start one.',
      async handler({ application, query }) {
        const page = await sessions.list(application.id, clock.now(), query);
        return { status: 200, body: { ...page, data: page.data.map(presentSession) } };
      },
    }),
    route(portalSessionOperations.delete, {
      access: 'admin',
      summary: 'End one portal session, or revoke its link, at once.',
      async handler({ application, params }) {
        if (!(await sessions.delete(application.id, params.session))) throw notFound('Session');
        return { status: 204 };
      },
    }),
  ];
}

function presentSession(record: SessionRecord): PortalSessionOut {
  const time = (at: number | null) => (at === null ? null : toIsoTime(at));
  return {
    id: record.id,
    sessionId: record.sessionId,
    featureFlags: [...(record.featureFlags ?? [])],
    capabilities: [...(record.capabilities ?? CAPABILITIES)],
    createdAt: toIsoTime(record.createdAt),
    expiresAt: time(record.expiresAt),
    linkUntil: time(record.linkUntil),
  };
}
