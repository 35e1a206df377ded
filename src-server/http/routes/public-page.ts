import { setImmediate as nextTurn } from 'node:timers/promises';
import { readStyles } from '../../base/built-styles';
import { type Clock, toIsoTime } from '../../base/clock';
import { apiError } from '../../base/errors';
import { copyStyles } from '../../base/page-styles';
import { checkDomain, systemQuestions } from '../../catalog/domain-check';
import { type PublishedType, publicChanges, toPublished } from '../../catalog/public-changes';
import { BRAND_STYLES } from '../../contract/public-catalog';
import {
  domainCheckOutSchema,
  type PublicPageExportOut,
  type PublicPagePreviewIn,
  type PublishKind,
  publicPageExportOutSchema,
  publicPageOutSchema,
  publicPagePreviewInSchema,
  publicPagePreviewOutSchema,
} from '../../contract/public-page';
import type { PublicationStore } from '../../storage/publication-store';
import type { SettingStore } from '../../storage/setting-store';
import type { CatalogDomains } from '../catalog-domain';
import type { PublicCatalogPages } from '../public-catalog-pages';
import { bodyOf, type Route, route } from '../route';

export interface PublicPageRouteParts {
  readonly settings: SettingStore;
  readonly publications: PublicationStore;
  readonly clock: Clock;
  readonly publicPage: {
    /** Null: this server was built without the public catalog. */
    readonly pages: PublicCatalogPages | null;
    readonly domains: CatalogDomains;
    /** The name that DNS records have to lead to; null: not known. */
    readonly catalogHost: string | null;
    /** Folder of the built pages. Null: they were not built. */
    readonly uiDir: string | null;
  };
}

/** The public page from the side of those who make it: how it stands, how it would look, its files, its domain. */
export function publicPageRoutes(parts: PublicPageRouteParts): readonly Route[] {
  const { settings, publications, publicPage } = parts;
  const pagesOrThrow = () => {
    if (publicPage.pages) return publicPage.pages;
    throw apiError('not_found', 'The pages of this server were not built.');
  };
  const state = async () => {
    const { catalogDomain } = settings.current();
    const [eventTypes, last] = await Promise.all([
      publicPage.pages?.publicEventTypes() ?? [],
      publications.last(),
    ]);
    return {
      domainActive: catalogDomain !== null && publicPage.domains.isActive(catalogDomain),
      catalogHost: publicPage.catalogHost,
      lastPublish: last ? { at: toIsoTime(last.at), how: last.how } : null,
      changes: last ? publicChanges(last.eventTypes as readonly PublishedType[], eventTypes) : [],
      eventTypes: eventTypes.length,
    };
  };
  return [
    route({
      method: 'GET',
      path: '/public-page',
      access: 'admin',
      summary:
        'Say how the public page stands, and what its readers see that they did not at the last publish.',
      answers: { 200: publicPageOutSchema },
      handler: async () => ({ status: 200, body: await state() }),
    }),
    route({
      method: 'POST',
      path: '/public-page/preview',
      access: 'admin',
      summary: 'Make a page of the public catalog with settings that are not saved. Nothing is stored.',
      body: bodyOf<PublicPagePreviewIn>(publicPagePreviewInSchema),
      answers: { 200: publicPagePreviewOutSchema },
      errors: ['not_found'],
      async handler({ body }) {
        const { path = '', draft = false, ...changed } = body;
        const pages = await pagesOrThrow().render({ ...settings.current(), ...changed }, { draft });
        const html = path === BRAND_STYLES ? undefined : pages.get(path);
        if (html === undefined) throw apiError('not_found', 'The public catalog has no such page.');
        return { status: 200, body: { html, styles: pages.get(BRAND_STYLES) ?? '' } };
      },
    }),
    route({
      method: 'POST',
      path: '/public-page/export',
      access: 'admin',
      summary: 'Hand over all files of the public page, for a folder. It counts as a publish.',
      answers: { 200: publicPageExportOutSchema },
      errors: ['not_found', 'conflict'],
      async handler() {
        const { uiDir } = publicPage;
        if (!settings.current().displayName?.trim())
          throw apiError('conflict', 'The page needs a display name first.');
        const pages = pagesOrThrow();
        const copied = uiDir === null ? null : await copyStyles(uiDir, readStyles(uiDir, 'catalog').styles);
        const made = await pages.render(settings.current(), { assets: { styles: copied?.styles ?? [] } });
        const files: PublicPageExportOut['files'][number][] = [];
        for (const path of made.keys()) {
          await nextTurn(); // others are answered in between
          if (path !== '') files.push({ path, text: made.get(path) ?? '', base64: null });
        }
        for (const [path, content] of copied?.files ?? []) {
          const isText = typeof content === 'string';
          const base64 = isText ? null : Buffer.from(content).toString('base64');
          files.push({ path, text: isText ? content : null, base64 });
        }
        await notePublish(parts, 'exported');
        return { status: 200, body: { files } };
      },
    }),
    route({
      method: 'POST',
      path: '/public-page/publish',
      access: 'admin',
      summary: 'Note the public page as it is now: changes are counted from here.',
      answers: { 200: publicPageOutSchema },
      async handler() {
        await notePublish(parts, 'noted');
        return { status: 200, body: await state() };
      },
    }),
    route({
      method: 'GET',
      path: '/public-page/domain-check',
      access: 'admin',
      summary: 'Ask the name service where the domain of the settings leads. Takes at most some seconds.',
      answers: { 200: domainCheckOutSchema },
      errors: ['not_found'],
      async handler() {
        const { catalogDomain } = settings.current();
        if (catalogDomain === null) throw apiError('not_found', 'The settings name no domain.');
        return {
          status: 200,
          body: await checkDomain(catalogDomain, publicPage.catalogHost, systemQuestions()),
        };
      },
    }),
  ];
}

/** Keeps what the page shows now, to count changes from. */
export async function notePublish(
  { publications, publicPage, clock }: Pick<PublicPageRouteParts, 'publications' | 'publicPage' | 'clock'>,
  how: PublishKind,
): Promise<void> {
  const eventTypes = (await publicPage.pages?.publicEventTypes()) ?? [];
  await publications.note({ at: clock.now(), how, eventTypes: toPublished(eventTypes) });
}
