import type { Principal } from '../access/principal';
import { draftIdOf, hashToken, isSameHash } from '../access/token';
import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import { CAPABILITIES, type Capability } from '../contract/access';
import type { TokenRecord, TokenStore } from '../storage/token-store';

/**
 * Identifies the sender of an `Authorization` header. A token is accepted only in the header: in a query, it would end
 * up in logs and histories.
 * @throws ApiError authentication_failed
 */
export type Authenticate = (authorization: string | undefined) => Promise<Principal>;

const ADMIN: Principal = { kind: 'admin', tokenId: null, expiresAt: null };

interface AuthenticateParts {
  /** The token of this start; only its hash is kept here. */
  readonly adminToken: string;
  readonly tokens: TokenStore;
  readonly clock: Clock;
  /** Whether customers currently have read-only access. */
  readonly isReadOnly: () => boolean;
  /** Whether this draft of the portal preview still exists; asking counts as a use of it. */
  readonly touchDraft: (id: string) => boolean;
}

/** What customers may do while their access is read-only. */
const LOOKING: readonly Capability[] = ['ViewBase'];

export function createAuthenticate({
  adminToken,
  tokens,
  clock,
  isReadOnly,
  touchDraft,
}: AuthenticateParts): Authenticate {
  const adminHash = hashToken(adminToken);
  return async (authorization) => {
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) throw refused();
    const hash = hashToken(token);
    if (isSameHash(hash, adminHash)) return ADMIN;
    // Looked up every time: a revoked token stops working at once, and the read costs less than parsing the request.
    const record = await tokens.findByHash(hash);
    if (!record || (record.expiresAt !== null && record.expiresAt <= clock.now())) throw refused();
    const draftId = draftIdOf(token);
    // Never the stored catalog in its place: the frames would show it as the draft.
    if (draftId !== null && !touchDraft(draftId)) throw refused();
    const principal = toPrincipal(record, draftId);
    if (principal.kind !== 'portal' || !isReadOnly()) return principal;
    return { ...principal, capabilities: principal.capabilities.filter((one) => LOOKING.includes(one)) };
  };
}

function refused() {
  return apiError('authentication_failed', 'Invalid token');
}

function toPrincipal(record: TokenRecord, draftId: string | null): Principal {
  const { id: tokenId, expiresAt, appId } = record;
  const featureFlags = record.featureFlags ?? [];
  if (record.kind === 'portal' && appId !== null) {
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
  if (record.kind === 'reader') return { kind: 'reader', tokenId, featureFlags, expiresAt };
  return { kind: 'admin', tokenId, expiresAt };
}
