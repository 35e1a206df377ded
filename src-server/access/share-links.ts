import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import type { NewId } from '../base/id';
import type { SureTime } from '../base/time-watch';
import { SHARE_LINKS_MAX } from '../contract/limits';
import type {
  ShareKeyRecord,
  ShareLinkRecord,
  ShareLinkStore,
} from '../storage/installation/share-link-store';
import type { Principal } from './principal';
import { frameTokenOf, hashToken, mintToken } from './token';

const DAY_MS = 24 * 3_600_000;
/** How long a link that has ended is listed. */
export const ENDED_SHARES_KEPT_MS = 30 * DAY_MS;
/** How exactly the last opening is known. */
const TOUCH_EVERY_MS = 60_000;

/** Why a link no longer works. */
export type EndedShare = 'expired' | 'revoked';

type NewShare = Pick<ShareLinkRecord, 'title' | 'appId' | 'page' | 'widthPx' | 'frames'> & {
  readonly lifeMs: number;
};

interface ShareLinkParts {
  readonly shareLinkStore: ShareLinkStore;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly time: SureTime;
}

/** Links that show frames of the portal preview to people without a token: begins, finds and ends them. */
export type ShareLinks = ReturnType<typeof createShareLinks>;

export function createShareLinks({ shareLinkStore, newId, clock, time }: ShareLinkParts) {
  return {
    /**
     * Creates one, which works once it is returned. @param fill copies what its frames show; the link is discarded if
     * it throws
     * @throws ApiError limit_reached
     */
    async create(
      { lifeMs, ...wanted }: NewShare,
      fill: (id: string) => Promise<void>,
    ): Promise<{ readonly link: ShareLinkRecord; readonly token: string }> {
      const now = clock.now();
      const link: ShareLinkRecord = {
        ...wanted,
        id: newId('share_'),
        createdAt: now,
        expiresAt: time.latest() + lifeMs,
        lastOpenedAt: null,
        revokedAt: null,
      };
      const token = mintToken('share');
      if (!(await shareLinkStore.insert(link, SHARE_LINKS_MAX))) {
        throw apiError('limit_reached', `${SHARE_LINKS_MAX} share links work. Revoke one first.`);
      }
      try {
        await fill(link.id);
        const frameHashes = link.frames.map((_, frame) => hashToken(frameTokenOf(token, frame)));
        await shareLinkStore.finish(link.id, hashToken(token), frameHashes);
      } catch (cause) {
        // If this fails too, maintenance removes it.
        await shareLinkStore.discard(link.id).catch(() => undefined);
        throw cause;
      }
      return { link, token };
    },

    /** Who presents this token; undefined if there is no such link. Read each time: a revoked link ends at once. */
    async find(token: string): Promise<(Principal & { readonly kind: 'share' }) | EndedShare | undefined> {
      const key = await shareLinkStore.findByHash(hashToken(token));
      if (!key) return undefined;
      const { revokedAt, expiresAt } = key.link;
      if (revokedAt !== null) return 'revoked';
      return expiresAt <= time.now() ? 'expired' : toPrincipal(key);
    },

    /** The link that a principal has, and the token of each of its frames. Reading it is noted as opening it. */
    async open(token: string) {
      const key = await shareLinkStore.findByHash(hashToken(token));
      if (!key) return undefined;
      const { link } = key;
      const now = clock.now();
      if (link.lastOpenedAt === null || now - link.lastOpenedAt >= TOUCH_EVERY_MS) {
        // A disk that is full must not keep anybody from looking.
        await shareLinkStore.touch(link.id, now).catch(() => undefined);
      }
      return { link, frameTokens: link.frames.map((_, frame) => frameTokenOf(token, frame)) };
    },

    /** @param ofCatalog true: only one that shows no endpoints */
    revoke: (id: string, ofCatalog: boolean) => shareLinkStore.revoke(id, time.now(), ofCatalog),
    list: shareLinkStore.list,
  };
}

function toPrincipal({ link, frame: at }: ShareKeyRecord): Principal & { readonly kind: 'share' } {
  const { id: tokenId, appId, expiresAt, page } = link;
  const common = { kind: 'share', tokenId, appId, expiresAt } as const;
  const frame = at === null ? undefined : link.frames[at];
  if (!frame) return { ...common, parts: ['frames'], featureFlags: [], isCopy: false };
  return {
    ...common,
    parts: page === '/endpoints' ? ['catalog', 'endpoints'] : ['catalog'],
    featureFlags: frame.featureFlags,
    isCopy: frame.source !== 'stored',
  };
}
