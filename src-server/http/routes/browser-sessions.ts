import { type BrowserSessions, SESSION_IDLE_MS } from '../../access/browser-sessions';
import { browserSessionOf, type Principal } from '../../access/principal';
import { toIsoTime } from '../../base/clock';
import { apiError, notFound } from '../../base/errors';
import type { BrowserSessionOut } from '../../contract/browser-session';
import { browserSessionOperations } from '../../contract/operations/browser-sessions';
import type { BrowserSessionRecord } from '../../storage/installation/browser-session-store';
import { browserName } from '../browser-name';
import { bearerToken } from '../pipeline/authenticate';
import { hostNameOf, isSameOrigin } from '../pipeline/same-origin';
import type { SessionCookie } from '../pipeline/session-cookie';
import { type Route, route } from '../route';

interface BrowserSessionRouteParts {
  readonly browserSessions: BrowserSessions;
  readonly sessionCookie: SessionCookie;
}

/** How a browser stays logged in to the admin pages, and how the sender sees and ends that. */
export function browserSessionRoutes({
  browserSessions,
  sessionCookie,
}: BrowserSessionRouteParts): readonly Route[] {
  return [
    route(browserSessionOperations.logIn, {
      access: 'admin',
      secretResponse: true,
      summary: 'Log this browser in with a token of the sender. The response sets a cookie.',
      description:
        'For the pages of this server alone: a request of another origin, or of a program, is refused. Programs send their token with each request.',
      errors: ['generic_error'],
      async handler({ request, origin }) {
        if (!isSameOrigin(request)) {
          throw apiError(
            'generic_error',
            'Only the pages of this server log a browser in. Programs send their token with each request.',
          );
        }
        const token = bearerToken(request.headers.authorization);
        if (token === null) throw apiError('authentication_failed', 'Log in with a token.');
        const host = hostNameOf(request);
        const browser = browserName(request.headers['user-agent']);
        const { secret, ...body } = await browserSessions.begin({
          token,
          host,
          browser,
          isEncrypted: origin.startsWith('https:'),
          replacedSecret: sessionCookie.read(request),
        });
        return { status: 201, body, cookies: sessionCookie.write(request, secret) };
      },
    }),
    route(browserSessionOperations.challenge, {
      access: 'public',
      summary: 'Prove to a page that this is the server that logged its browser in.',
      description:
        'A page asks this when a request of it is refused: its server may have been restarted, or another program may listen at its address. Any session can be named, also one that never existed.',
      maxBodyBytes: 1024,
      handler: ({ request, params, body: { nonce } }) => ({
        status: 200,
        body: browserSessions.challenge(params.session, hostNameOf(request), nonce),
      }),
    }),
    route(browserSessionOperations.list, {
      access: 'admin',
      summary: 'List the browsers that are logged in.',
      async handler({ query, principal }) {
        const page = await browserSessions.list(query);
        return {
          status: 200,
          body: { ...page, data: page.data.map((session) => present(session, principal)) },
        };
      },
    }),
    route(browserSessionOperations.delete, {
      access: 'admin',
      summary: 'Log one browser out, at once.',
      async handler({ params }) {
        if (!(await browserSessions.end(params.session))) throw notFound('Session');
        return { status: 204 };
      },
    }),
    route(browserSessionOperations.endOthers, {
      access: 'admin',
      summary: 'Log out all browsers but the one that asks, at once.',
      async handler({ principal }) {
        await browserSessions.endOthers(browserSessionOf(principal) ?? null);
        return { status: 204 };
      },
    }),
  ];
}

function present(record: BrowserSessionRecord, principal: Principal): BrowserSessionOut {
  const { tokenExpiresAt } = record;
  return {
    id: record.id,
    browser: record.browser,
    host: record.host,
    isOwn: record.id === browserSessionOf(principal),
    tokenId: record.tokenId,
    tokenName: record.tokenName,
    createdAt: toIsoTime(record.createdAt),
    lastUsedAt: toIsoTime(record.lastUsedAt),
    expiresAt: toIsoTime(record.lastUsedAt + SESSION_IDLE_MS),
    tokenExpiresAt: tokenExpiresAt === null ? null : toIsoTime(tokenExpiresAt),
  };
}
