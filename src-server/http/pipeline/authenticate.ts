import type { IncomingMessage } from 'node:http';
import { type BrowserSessions, TOUCH_EVERY_MS } from '../../access/browser-sessions';
import type { Principal } from '../../access/principal';
import type { EndedShare, ShareLinks } from '../../access/share-links';
import { draftIdOf, hashToken, isPollerToken, isSameHash, isShareToken } from '../../access/token';
import { apiError } from '../../base/errors';
import type { SureTime } from '../../base/time-watch';
import { CAPABILITIES, type Capability } from '../../contract/access';
import { PAGE_KEY_HEADER } from '../../contract/browser-session';
import type { PollingTokenStore } from '../../storage/installation/polling-token-store';
import type { TokenRecord, TokenStore } from '../../storage/installation/token-store';
import { hostNameOf, isSameOrigin } from './same-origin';
import type { SessionCookie } from './session-cookie';

/**
 * Identifies who sends a request: the holder of the token in its `Authorization` header, or without one, a browser that is
 * logged in. A token is accepted only in the header: in a query, it would end up in logs and histories.
 * @throws ApiError authentication_failed
 */
export type Authenticate = (request: IncomingMessage) => Promise<Principal>;

const ADMIN: Principal = { kind: 'admin', tokenId: null, expiresAt: null };

interface AuthenticateParts {
  /** The token of this start; only its hash is kept here. */
  readonly adminToken: string;
  readonly tokens: Pick<TokenStore, 'findByHash' | 'touch'>;
  readonly browserSessions: Pick<BrowserSessions, 'find'>;
  readonly sessionCookie: Pick<SessionCookie, 'read'>;
  readonly time: Pick<SureTime, 'now' | 'latest'>;
  /** Whether customers currently have read-only access. */
  readonly isReadOnly: () => boolean;
  /** Whether this draft of the portal preview still exists; asking counts as a use of it. */
  readonly touchDraft: (id: string) => boolean;
  readonly shareLinks: Pick<ShareLinks, 'find'>;
  readonly pollingTokens: Pick<PollingTokenStore, 'findByHash'>;
}

/** What customers may do while their access is read-only. */
const LOOKING: readonly Capability[] = ['ViewBase'];

export function createAuthenticate({
  adminToken,
  tokens,
  browserSessions,
  sessionCookie,
  time,
  isReadOnly,
  touchDraft,
  shareLinks,
  pollingTokens,
}: AuthenticateParts): Authenticate {
  const adminHash = hashToken(adminToken);
  /**
   * The cookie counts only together with the key or a signature of our pages, and only in a request that one of them sent: a page of
   * another origin, and that is also another port of this host, can make the browser send the cookie.
   */
  const findBrowser = async (request: IncomingMessage): Promise<Principal> => {
    const secret = sessionCookie.read(request);
    const pageKey = request.headers[PAGE_KEY_HEADER];
    if (secret === null || typeof pageKey !== 'string' || !isSameOrigin(request)) throw refused();
    const session = await browserSessions.find({ secret, pageKey, host: hostNameOf(request), request });
    if (!session) throw refused();
    const { id: browserSessionId, tokenId, limitedKind, tokenExpiresAt: expiresAt, bodyHash } = session;
    if (limitedKind === null || tokenId === null)
      return { kind: 'admin', tokenId, browserSessionId, bodyHash, expiresAt };
    const featureFlags = null;
    return {
      kind: 'limited',
      tokenKind: limitedKind,
      tokenId,
      featureFlags,
      browserSessionId,
      bodyHash,
      expiresAt,
    };
  };
  const noting = new Set<string>();
  /** Nobody waits for it, nor for a disk that is full. */
  const noteUse = ({ id, kind, lastUsedAt }: TokenRecord) => {
    if (kind === 'portal' || noting.has(id)) return;
    if (lastUsedAt !== null && time.latest() - lastUsedAt < TOUCH_EVERY_MS) return;
    noting.add(id);
    void tokens
      .touch(id, time.latest())
      .catch(() => undefined)
      .finally(() => noting.delete(id));
  };
  return async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return findBrowser(request);
    const token = bearerToken(authorization);
    if (token === null) throw refused();
    if (isShareToken(token)) return findShare(shareLinks, token);
    const hash = hashToken(token);
    if (isPollerToken(token)) {
      const found = await pollingTokens.findByHash(hash);
      if (!found || (found.expiresAt !== null && found.expiresAt <= time.now())) throw refused();
      const { id: tokenId, appId, pollerId, expiresAt } = found;
      return { kind: 'poller', tokenId, appId, pollerId, featureFlags: [], expiresAt };
    }
    if (isSameHash(hash, adminHash)) return ADMIN;
    // Looked up every time: a revoked token stops working at once, and the read costs less than parsing the request.
    const record = await tokens.findByHash(hash);
    if (!record || (record.expiresAt !== null && record.expiresAt <= time.now())) throw refused();
    noteUse(record);
    const draftId = draftIdOf(token);
    // Never the stored catalog in its place: the frames would show it as the draft.
    if (draftId !== null && !touchDraft(draftId)) throw refused();
    const principal = toPrincipal(record, draftId);
    if (principal.kind !== 'portal' || !isReadOnly()) return principal;
    return {
      ...principal,
      capabilities: principal.capabilities.filter((capability) => LOOKING.includes(capability)),
    };
  };
}

/** The token in an `Authorization` header; null: it holds none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

function refused() {
  return apiError('authentication_failed', 'Invalid token');
}

/** What happened to a link, for whoever has its secret, and nobody else. */
const ENDED: Readonly<Record<EndedShare, string>> = {
  expired: 'This share link has expired. Ask whoever sent it for a new one.',
  revoked: 'This share link was revoked. Ask whoever sent it for a new one.',
};

async function findShare(shareLinks: Pick<ShareLinks, 'find'>, token: string): Promise<Principal> {
  const found = await shareLinks.find(token);
  if (found === undefined) throw refused();
  if (typeof found === 'string') throw apiError('authentication_failed', ENDED[found]);
  return found;
}

function toPrincipal(record: TokenRecord, draftId: string | null): Principal {
  const { id: tokenId, expiresAt, appId } = record;
  if (record.kind === 'portal' && appId !== null) {
    const featureFlags = record.featureFlags ?? [];
    const capabilities = record.capabilities ?? CAPABILITIES;
    return {
      kind: 'portal',
      tokenId,
      appId,
      featureFlags,
      capabilities,
      sessionId: record.sessionId,
      draftId,
      expiresAt,
    };
  }
  if (record.kind === 'reader') {
    const { limitedKind, featureFlags } = record;
    const tokenKind = limitedKind ?? 'reader';
    return {
      kind: 'limited',
      tokenKind,
      tokenId,
      featureFlags: limitedKind ? null : (featureFlags ?? []),
      expiresAt,
    };
  }
  return { kind: 'admin', tokenId, expiresAt };
}
