import type { BrowserSessions } from '../../access/browser-sessions';
import { browserSessionOf } from '../../access/principal';
import { hashToken, mintDraftToken, mintToken } from '../../access/token';
import type { Clock } from '../../base/clock';
import { apiError, invalidField } from '../../base/errors';
import type { NewId } from '../../base/id';
import type { SureTime } from '../../base/time-watch';
import type { PreviewDrafts } from '../../catalog/drafts/preview-drafts';
import type { Capability, PortalAccessIn, PortalAccessOut } from '../../contract/access';
import { portalAccessOperations } from '../../contract/operations/portal-access';
import type { ApplicationRecord, ApplicationStore } from '../../storage/application-store';
import type { SessionStore } from '../../storage/installation/session-store';
import type { TokenRecord, TokenStore } from '../../storage/installation/token-store';
import type { SessionCookie } from '../pipeline/session-cookie';
import { portalUrl } from '../portal-url';
import { type Route, type RouteInput, route } from '../route';
import { makeWantedApplication } from '../wanted-application';

interface PortalAccessRouteParts {
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  readonly browserSessions: Pick<BrowserSessions, 'end'>;
  readonly sessionCookie: Pick<SessionCookie, 'write'>;
  readonly applications: ApplicationStore;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly time: SureTime;
  readonly previewDrafts: Pick<PreviewDrafts, 'touch'>;
  /** Called after a link created an application. */
  readonly onApplicationChanged: (application: ApplicationRecord) => void;
}

/** Seven days, in seconds. */
const EXPIRY_DEFAULT_S = 604_800;
/** How long a one-time link can be followed. */
const LINK_LIFE_MS = 10 * 60_000;

/** Links that log a customer into the portal of one application, and how they end. */
export function portalAccessRoutes(parts: PortalAccessRouteParts): readonly Route[] {
  const { tokens, sessions, browserSessions, sessionCookie, clock, time, newId } = parts;

  async function grant(
    application: ApplicationRecord,
    wish: PortalAccessIn,
    origin: string,
  ): Promise<PortalAccessOut> {
    const now = clock.now();
    const draftId = wantedDraft(parts.previewDrafts, wish);
    const readOnly: readonly Capability[] = ['ViewBase'];
    const record: TokenRecord = {
      id: newId('tok_'),
      kind: 'portal',
      limitedKind: null,
      name: 'portal',
      appId: application.id,
      featureFlags: wish.featureFlags ?? [],
      capabilities: wish.readOnly ? readOnly : (wish.capabilities ?? null),
      sessionId: wish.sessionId ?? null,
      expiresAt: time.latest() + (wish.expiry ?? EXPIRY_DEFAULT_S) * 1000,
      createdAt: now,
      lastUsedAt: null,
    };
    const appId = application.id;
    if (wish.oneTime) {
      const oneTimeToken = mintToken('link');
      await sessions.insertLink(record, hashToken(oneTimeToken), time.latest() + LINK_LIFE_MS);
      return { url: portalUrl(origin, { appId, oneTimeToken }), token: oneTimeToken };
    }
    const token = draftId === null ? mintToken('portal') : mintDraftToken(draftId);
    await tokens.insert(record, hashToken(token));
    return { url: portalUrl(origin, { appId, token }), token };
  }

  async function respond({
    application,
    params,
    body,
    origin,
  }: RouteInput<PortalAccessIn, object, { readonly app: string }>) {
    const found = application ?? (await makeWantedApplication(parts, params.app, body.application));
    return { status: 200 as const, body: await grant(found, body, origin) };
  }

  return [
    route(portalAccessOperations.createLink, {
      access: 'admin',
      applicationOptional: true,
      secretResponse: true,
      summary: 'Create a link that logs a customer in to the portal of this application.',
      errors: ['conflict'],
      handler: respond,
    }),
    route(portalAccessOperations.createLinkOld, {
      access: 'admin',
      secretResponse: true,
      summary: 'The same with all defaults, for older clients.',
      handler: async ({ application, origin }) => ({
        status: 200,
        body: await grant(application, {}, origin),
      }),
    }),
    route(portalAccessOperations.expireAll, {
      access: 'admin',
      summary: 'End all or the given portal sessions of an application.',
      async handler({ application, body }) {
        const at = time.earliest() + (body.expiry ?? 0) * 1000;
        await tokens.expirePortalTokens(application.id, body.sessionIds ?? null, at);
        return { status: 204 };
      },
    }),
    route(portalAccessOperations.logOut, {
      access: 'portal',
      summary: 'End the session of this request: that of a portal token, or of a logged-in browser.',
      async handler({ principal, request }) {
        const browser = browserSessionOf(principal);
        if (browser !== undefined) {
          await browserSessions.end(browser);
          return { status: 204, cookies: sessionCookie.write(request, null) };
        }
        if (principal.kind !== 'portal') {
          throw apiError('insufficient access', 'Only portal tokens can log out; revoke others by their id.');
        }
        if (!(await tokens.deletePortalToken(principal.tokenId))) {
          throw apiError(
            'insufficient access',
            'The key of an integration has no session; rotate or delete it.',
          );
        }
        return { status: 204 };
      },
    }),
  ];
}

/**
 * The draft that the token is to show; null: none.
 * @throws ApiError 422
 */
function wantedDraft(drafts: Pick<PreviewDrafts, 'touch'>, { previewDraftId, oneTime }: PortalAccessIn) {
  if (!previewDraftId) return null;
  if (oneTime)
    throw invalidField('previewDraftId', 'A one-time link cannot show a draft. Leave one of the two out.');
  if (drafts.touch(previewDraftId)) return previewDraftId;
  throw invalidField(
    'previewDraftId',
    'There is no such draft; drafts expire when they are not used. Create it again.',
  );
}
