import { hashToken, mintToken } from '../../access/token';
import { type Clock, toIsoTime } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import { CAPABILITIES } from '../../contract/access';
import { listSchema } from '../../contract/list';
import {
  type OneTimeTokenIn,
  type OneTimeTokenOut,
  oneTimeTokenInSchema,
  oneTimeTokenOutSchema,
  type PortalSessionOut,
  portalSessionOutSchema,
} from '../../contract/portal-session';
import type { SessionRecord, SessionStore } from '../../storage/session-store';
import { orderedListQuery, pageRequest } from '../list-query';
import { bodyOf, type Route, route } from '../route';

export interface PortalSessionRouteParts {
  readonly sessions: SessionStore;
  readonly clock: Clock;
}

/** Sessions of customers: how a one-time link starts one, and how the sender sees and ends them. */
export function portalSessionRoutes({ sessions, clock }: PortalSessionRouteParts): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/auth/one-time-token',
      // Whoever holds the one-time token is whom the link was made for; it is what lets in.
      access: 'public',
      secretAnswer: true,
      summary: 'Exchange the token of a one-time link for an access token. It works once.',
      body: bodyOf<OneTimeTokenIn>(oneTimeTokenInSchema),
      answers: { 200: oneTimeTokenOutSchema },
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
    route({
      method: 'GET',
      path: '/auth/app/{app}/session',
      access: 'admin',
      summary: 'List the portal sessions of an application that are alive, and links that can start one.',
      query: orderedListQuery,
      answers: { 200: listSchema(portalSessionOutSchema) },
      async handler({ application, query }) {
        const page = await sessions.list(application.id, clock.now(), pageRequest(query));
        return { status: 200, body: { ...page, data: page.data.map(presentSession) } };
      },
    }),
    route({
      method: 'DELETE',
      path: '/auth/app/{app}/session/{session}',
      access: 'admin',
      summary: 'End one portal session, or take back its link; it stops working at once.',
      answers: { 204: null },
      async handler({ application, params }) {
        if (!(await sessions.delete(application.id, params.session ?? ''))) throw notFound('Session');
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
