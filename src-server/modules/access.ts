import { type BrowserSessions, createBrowserSessions } from '../access/browser-sessions';
import { findTokensTogether } from '../access/find-tokens-together';
import { createShareLinks, type ShareLinks } from '../access/share-links';
import type { SureTime } from '../base/time-watch';
import { PreviewDrafts } from '../catalog/drafts/preview-drafts';
import type { Nodes } from '../cluster/node/nodes';
import { isLoopback } from '../host-names';
import { type Authenticate, createAuthenticate } from '../http/pipeline/authenticate';
import { createOpenResponses, type OpenResponses } from '../http/pipeline/open-responses';
import { createSessionCookie, type SessionCookie } from '../http/pipeline/session-cookie';
import { readInstallationId } from '../storage/installation/read-installation-id';
import type { Stores } from '../storage/stores';
import type { Foundation } from './foundation';

interface AccessParts {
  readonly time: SureTime;
  readonly stores: Stores;
  /** Null: this server has its database for itself. */
  readonly nodes: Nodes | null;
  readonly localBaseUrl: () => string;
}

export interface Access {
  readonly authenticate: Authenticate;
  readonly openResponses: OpenResponses;
  /** What its operations work on. */
  readonly parts: {
    readonly previewDrafts: PreviewDrafts;
    readonly browserSessions: BrowserSessions;
    readonly sessionCookie: SessionCookie;
    readonly shareLinks: ShareLinks;
    readonly installationId: string;
  };
}

/** Who may come in: by a token, a log-in of a browser, a share link, or a draft of the portal preview. */
export async function createAccess(foundation: Foundation, parts: AccessParts): Promise<Access> {
  const { adminToken, secretKey, serverId, clock, newId, db } = foundation;
  const { time, stores, nodes, localBaseUrl } = parts;
  const lasting = { clock, time, newId };
  const previewDrafts = new PreviewDrafts({ ...stores, ...lasting });
  // Good for this run of the server; where nodes share a database, while one of them lives.
  const browserSessions = createBrowserSessions({
    ...{ ...stores, ...lasting, adminToken, secretKey },
    loopbackAddress: (host) =>
      isLoopback(host.replace(/^\[|\]$/g, '')) ? (nodes?.address() ?? localBaseUrl()) : '',
    runs: () => nodes?.runs() ?? [serverId],
  });
  const installationId = await readInstallationId(db);
  const sessionCookie = createSessionCookie(installationId);
  const shareLinks = createShareLinks({ ...stores, ...lasting });
  const authenticateBy = (tokens: Parameters<typeof createAuthenticate>[0]['tokens']) =>
    createAuthenticate({
      ...{ adminToken, tokens, browserSessions, sessionCookie, time, shareLinks },
      pollingTokens: stores.pollingTokens,
      isReadOnly: () => stores.settings.current().readOnly,
      touchDraft: (id) => previewDrafts.touch(id),
    });
  const together = authenticateBy(findTokensTogether(stores.tokens));
  return {
    authenticate: authenticateBy(stores.tokens),
    openResponses: createOpenResponses({ authenticate: together, clock }),
    parts: { previewDrafts, browserSessions, sessionCookie, shareLinks, installationId },
  };
}
