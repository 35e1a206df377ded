import { type Clock, toIsoTime } from '../../base/clock';
import { apiError } from '../../base/errors';
import { checkDomain, systemQuestions } from '../../catalog/domain-check';
import type { PublicChanges, PublicPageBuilder } from '../../catalog/public-page-builder';
import { publicSite } from '../../catalog/public-site/public-site';
import { publishedChanges } from '../../catalog/published-changes';
import type { TypeExports } from '../../catalog/type-exports';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import type { TaskOptions } from '../../catalog/workers/worker-queue';
import { publicPageOperations } from '../../contract/operations/public-page';
import type { CatalogAssets } from '../../contract/public-catalog';
import type { SettingsResponse } from '../../contract/settings';
import type { PublicCatalogStore } from '../../storage/catalog/public-catalog-store';
import type { PublicationStore } from '../../storage/catalog/publication-store';
import type { SettingStore } from '../../storage/installation/setting-store';
import type { CatalogDomains } from '../pages/catalog-domain';
import { exportPublicPage } from '../public-page-export';
import { type Route, type RouteInput, route } from '../route';
import { workerCaller } from '../worker-caller';

export interface PublicPageRouteParts {
  readonly settings: SettingStore;
  readonly publications: PublicationStore;
  readonly publicCatalog: PublicCatalogStore;
  readonly typeExports: Pick<TypeExports, 'make'>;
  readonly workers: WorkerPool;
  readonly clock: Clock;
  readonly publicPage: {
    /** Null: this server was built without the public catalog. */
    readonly builder: PublicPageBuilder | null;
    readonly changes: PublicChanges;
    /** How many pages of the public catalog there are on this server, and how many of them are made. */
    readonly progress: () => SettingsResponse['publication'];
    /** The built files of this server. */
    readonly assets: CatalogAssets;
    readonly domains: CatalogDomains;
    /** The name that DNS records have to point to; null: not known. */
    readonly catalogHost: string | null;
    /** Folder of the built pages. Null: they were not built. */
    readonly uiDir: string | null;
  };
}

/** The public catalog as its publishers see it: its status, its preview, its files, its domain. */
export function publicPageRoutes(parts: PublicPageRouteParts): readonly Route[] {
  const { settings, publications, publicCatalog, publicPage, typeExports, workers } = parts;
  const builderOrThrow = () => {
    if (publicPage.builder) return publicPage.builder;
    throw apiError('not_found', 'The pages of this server were not built.');
  };
  const state = async (options: TaskOptions) => {
    const { catalogDomain } = settings.current();
    const last = await publications.last();
    return {
      domainActive: catalogDomain !== null && publicPage.domains.isActive(catalogDomain),
      catalogHost: publicPage.catalogHost,
      lastPublish: last ? { at: toIsoTime(last.at), how: last.how } : null,
      changes: last ? await publishedChanges(publications, workers, options) : [],
      eventTypes: publicPage.builder ? await publicCatalog.count() : 0,
    };
  };
  return [
    route(publicPageOperations.read, {
      access: 'admin',
      summary: 'Read the state of the public catalog, and its changes since the last publish.',
      usesWorkers: true,
      handler: async (input) => ({ status: 200, body: await state(optionsOf(input)) }),
    }),
    route(publicPageOperations.preview, {
      access: 'admin',
      summary: 'Preview a page of the public catalog with unsaved settings. Nothing is stored.',
      errors: ['not_found'],
      usesWorkers: true,
      async handler({ body, ...input }) {
        const { path = '', draft = false, ...changed } = body;
        const site = publicSite({ ...settings.current(), ...changed }, publicPage.assets, {
          domain: publicPage.domains.served(),
          draft,
        });
        const page = await builderOrThrow().preview(site, path, optionsOf(input));
        if (page === null) throw apiError('not_found', 'The public catalog has no such page.');
        return { status: 200, body: page };
      },
    }),
    route(publicPageOperations.export, {
      access: 'admin',
      summary: 'Export all files of the public catalog. This counts as a publish.',
      errors: ['not_found', 'conflict'],
      usesWorkers: true,
      inPieces: true,
      handler(input) {
        const current = settings.current();
        if (!current.displayName?.trim()) throw apiError('conflict', 'The page needs a display name first.');
        const pieces = exportPublicPage({
          builder: builderOrThrow(),
          typeExports,
          changes: publicPage.changes,
          settings: current,
          uiDir: publicPage.uiDir,
          options: optionsOf(input),
          onMade: () => publications.note({ at: parts.clock.now(), how: 'exported' }),
        });
        return { status: 200, pieces };
      },
    }),
    route(publicPageOperations.publish, {
      access: 'admin',
      summary: 'Note the current public catalog: changes are counted from now on.',
      usesWorkers: true,
      async handler(input) {
        await publications.note({ at: parts.clock.now(), how: 'noted' });
        return { status: 200, body: await state(optionsOf(input)) };
      },
    }),
    route(publicPageOperations.checkDomain, {
      access: 'admin',
      summary: 'Resolve the domain in the settings. Takes at most some seconds.',
      errors: ['not_found'],
      async handler() {
        const { catalogDomain } = settings.current();
        if (catalogDomain === null) throw apiError('not_found', 'The settings have no domain.');
        return {
          status: 200,
          body: await checkDomain(catalogDomain, publicPage.catalogHost, systemQuestions()),
        };
      },
    }),
  ];
}

/** Options for work that runs only as long as its caller waits for it. */
function optionsOf({ principal, onGone }: Pick<RouteInput, 'principal' | 'onGone'>): TaskOptions {
  return { caller: workerCaller(principal), onGone };
}
