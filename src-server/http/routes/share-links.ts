import type { ShareLinks } from '../../access/share-links';
import { toIsoTime } from '../../base/clock';
import { apiError, invalidField, notFound } from '../../base/errors';
import { copySharedDraft } from '../../catalog/drafts/copy-shared-draft';
import type { PreviewDrafts } from '../../catalog/drafts/preview-drafts';
import { shareLinkOperations } from '../../contract/operations/share-links';
import type { SharedSource, ShareLinkIn, ShareLinkOut } from '../../contract/share-link';
import type { ApplicationStore } from '../../storage/application-store';
import type { SharedDraftStore } from '../../storage/catalog/shared-draft-store';
import type { SettingStore } from '../../storage/installation/setting-store';
import type { ListedShareLink, SharedFrame } from '../../storage/installation/share-link-store';
import { bearerToken } from '../pipeline/authenticate';
import { portalUrl } from '../portal-url';
import { type Route, route } from '../route';

interface ShareLinkRouteParts {
  readonly shareLinks: ShareLinks;
  readonly sharedDrafts: SharedDraftStore;
  readonly previewDrafts: Pick<PreviewDrafts, 'sourceOf' | 'catalogOf'>;
  readonly applications: Pick<ApplicationStore, 'get'>;
  readonly settings: Pick<SettingStore, 'current'>;
}

/** Seven days. */
const EXPIRY_DEFAULT_S = 7 * 86_400;

/** Links that show frames of the portal preview, and nothing else, to people without a token. */
export function shareLinkRoutes(parts: ShareLinkRouteParts): readonly Route[] {
  const { shareLinks, sharedDrafts, previewDrafts, applications, settings } = parts;

  /** @returns the frames, and how to copy the draft that some of them show */
  function readFrames({ frames, previewDraftId }: ShareLinkIn) {
    const source = previewDraftId ? previewDrafts.sourceOf(previewDraftId) : undefined;
    const catalog = previewDraftId ? previewDrafts.catalogOf(previewDraftId) : undefined;
    if (previewDraftId && !source) {
      throw invalidField(
        'previewDraftId',
        'There is no such draft; drafts expire when they are not used. Create it again.',
      );
    }
    const shared = frames.map(({ isDraft, ...frame }): SharedFrame => {
      if (isDraft && !source) throw invalidField('previewDraftId', 'A frame that shows a draft needs one.');
      const shown: SharedSource = (isDraft ?? true) && source ? source : 'stored';
      return { ...frame, source: shown };
    });
    const drafted = shared.filter((frame) => frame.source !== 'stored');
    const flags = [...new Set(drafted.flatMap(({ featureFlags }) => featureFlags))];
    const copy = async (shareId: string): Promise<number> =>
      catalog && drafted.length > 0 ? copySharedDraft({ catalog, drafts: sharedDrafts, shareId, flags }) : 0;
    return { shared, copy };
  }

  return [
    route(shareLinkOperations.create, {
      access: 'admin',
      secretResponse: true,
      summary: 'Create a link that shows frames of the portal preview, read-only, to whoever has it.',
      description:
        'The link shows exactly these frames: the flags, letters, names and colors given here, whatever becomes of the saved flag sets. Its secret is only in the fragment of its address, and is not shown again. With it, nothing can be changed, no secret and no message can be read, and no other application.',
      errors: ['limit_reached'],
      async handler({ body, origin, principal }) {
        if (principal.kind === 'limited' && body.page === '/endpoints') {
          throw apiError('insufficient access', `A ${principal.tokenKind} token can only share the catalog.`);
        }
        const { title = null, page, widthPx, expiry } = body;
        const application = await applications.get(body.appId);
        if (!application) throw invalidField('appId', 'There is no such application.');
        const { shared, copy } = readFrames(body);
        let eventTypes = 0;
        const lifeMs = (expiry ?? EXPIRY_DEFAULT_S) * 1000;
        const { link, token } = await shareLinks.create(
          { title, appId: application.id, page, widthPx, frames: shared, lifeMs },
          async (id) => {
            eventTypes = await copy(id);
          },
        );
        const url = `${origin}/share/#key=${token}`;
        return { status: 201, body: { ...present({ ...link, eventTypes }), url } };
      },
    }),
    route(shareLinkOperations.list, {
      access: 'admin',
      summary: 'List the share links, newest first: those that work, and for 30 days those that have ended.',
      async handler({ query, principal }) {
        const page = await shareLinks.list(query, principal.kind === 'limited');
        return { status: 200, body: { ...page, data: page.data.map(present) } };
      },
    }),
    route(shareLinkOperations.revoke, {
      access: 'admin',
      summary: 'Revoke a share link. Pages that show it are refused at once.',
      async handler({ params, principal }) {
        if (!(await shareLinks.revoke(params.share, principal.kind === 'limited')))
          throw notFound('Share link');
        return { status: 204 };
      },
    }),
    route(shareLinkOperations.open, {
      access: 'share',
      shared: 'frames',
      summary: 'Read the frames of a share link, each with a token that reads what it shows.',
      description: 'The token is the one in the fragment of the link, after `#key=`.',
      errors: ['not_found'],
      async handler({ request, origin }) {
        const opened = await shareLinks.open(bearerToken(request.headers.authorization) ?? '');
        const application = opened && (await applications.get(opened.link.appId));
        if (!opened || !application) throw notFound('Application');
        const { title, page, widthPx, createdAt, expiresAt, frames } = opened.link;
        return {
          status: 200,
          body: {
            title,
            sharedBy: settings.current().displayName,
            application: application.name,
            page,
            widthPx,
            createdAt: toIsoTime(createdAt),
            expiresAt: toIsoTime(expiresAt),
            frames: frames.map((frame, index) => {
              const token = opened.frameTokens[index] ?? '';
              return {
                ...presentFrame(frame),
                token,
                url: portalUrl(origin, { appId: application.id, token }),
              };
            }),
          },
        };
      },
    }),
  ];
}

function present(link: ListedShareLink): ShareLinkOut {
  return {
    id: link.id,
    title: link.title,
    appId: link.appId,
    page: link.page,
    widthPx: link.widthPx,
    frames: link.frames.map(presentFrame),
    eventTypes: link.eventTypes,
    createdAt: toIsoTime(link.createdAt),
    expiresAt: toIsoTime(link.expiresAt),
    lastOpenedAt: link.lastOpenedAt === null ? null : toIsoTime(link.lastOpenedAt),
    revokedAt: link.revokedAt === null ? null : toIsoTime(link.revokedAt),
  };
}

function presentFrame({ letter, name, colour, featureFlags, theme, source }: SharedFrame) {
  return { letter, name, colour, featureFlags: [...featureFlags], theme, source };
}
