import { hashToken, mintToken } from '../../access/token';
import { toIsoTime } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import type { SureTime } from '../../base/time-watch';
import { CAPABILITIES } from '../../contract/access';
import { portalSessionOperations } from '../../contract/operations/portal-sessions';
import type { OneTimeTokenOut, PortalSessionOut } from '../../contract/portal-session';
import type { SessionRecord, SessionStore } from '../../storage/installation/session-store';
import { type Route, route } from '../route';

interface PortalSessionRouteParts {
  readonly sessions: SessionStore;
  readonly time: SureTime;
}

/** How long a link can be followed again whose answer was not received. */
const FOLLOW_AGAIN_MS = 10 * 60_000;

/** Sessions of customers: how a one-time link starts one, and how the sender sees and ends them. */
export function portalSessionRoutes({ sessions, time }: PortalSessionRouteParts): readonly Route[] {
  return [
    route(portalSessionOperations.exchangeToken, {
      // The holder of the one-time token is the person the link was created for; the token grants access.
      access: 'public',
      secretResponse: true,
      summary: 'Exchange the token of a one-time link for an access token. It works once.',
      description:
        'If the connection drops before the response has been sent, the token can be exchanged again within ten minutes.',
      errors: ['authentication_failed'],
      async handler({ body, onGone }) {
        const token = mintToken('portal');
        const [linkHash, tokenHash] = [hashToken(body.oneTimeToken), hashToken(token)];
        const record = await sessions.followLink(linkHash, tokenHash, time.now());
        if (!record) {
          throw apiError(
            'authentication_failed',
            'This link has been used before, or it has expired. Ask for a new one.',
          );
        }
        // Nobody knows the token then, and the link would be used up for nothing.
        onGone((isDelivered) => {
          if (isDelivered) return;
          sessions.unfollowLink(linkHash, tokenHash, time.latest() + FOLLOW_AGAIN_MS).catch(() => undefined);
        });
        const session: OneTimeTokenOut = { token, capabilities: [...(record.capabilities ?? CAPABILITIES)] };
        return { status: 200, body: session };
      },
    }),
    route(portalSessionOperations.list, {
      access: 'admin',
      summary: 'List the active portal sessions of an application, and links that can start one.',
      async handler({ application, query }) {
        const page = await sessions.list(application.id, time.now(), query);
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
