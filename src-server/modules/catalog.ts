import { join } from 'node:path';
import { filesOfStyles, readAssets } from '../base/built-styles';
import { ExampleCache } from '../catalog/examples/example-cache';
import { FlagReleases } from '../catalog/flag-releases';
import { createImportReader } from '../catalog/import-reader';
import { createPublicPageBuilder } from '../catalog/public-page-builder';
import { PublishedPages } from '../catalog/published-pages';
import { SchemaReports } from '../catalog/schema-reports';
import { TypeExports } from '../catalog/type-exports';
import { WorkerExamples } from '../catalog/worker-examples';
import { EventTypeNotices } from '../delivery/operational/event-type-notices';
import { createCatalogDomains } from '../http/pages/catalog-domain';
import { createRobots } from '../http/pages/robots';
import { createCatalogFileSender } from '../http/pages/send-catalog-file';
import { createCatalogSender } from '../http/pages/send-catalog-page';
import { presentChange } from '../http/presenters/present-change';
import { VERSION } from '../version';
import type { Foundation } from './foundation';
import type { Sending } from './sending';

/** The files of the public catalog, below the data folder. */
const PUBLIC_CATALOG_FOLDER = 'public-catalog';

/** The event types: examples, imports, how payloads match their schemas, and the public pages. */
export function createCatalog(foundation: Foundation, { stores, liveBus, parts: { delivery } }: Sending) {
  const { config, host, clock, log, workers } = foundation;
  const { eventTypes, settings } = stores;
  const assets = readAssets(host.uiDir, 'catalog');
  const domains = createCatalogDomains(config.catalogDomains ?? [], () => settings.current().catalogDomain);
  const schemaReports = new SchemaReports({
    store: stores.schemaReportStore,
    eventTypes,
    workers,
    clock,
    log,
  });
  const store = stores.publicCatalog;
  const program = `${VERSION} ${host.catalogProgram ?? ''}`;
  const changes = async (limit: number) => {
    const everybody = { visibleFlags: [], since: null, iterator: null };
    const { data } = await stores.eventTypeChanges.list({ ...everybody, limit });
    return data.map(presentChange);
  };
  const builder = host.renderCatalog && createPublicPageBuilder({ store, changes, workers, program });
  const folder = join(config.dataDir, PUBLIC_CATALOG_FOLDER);
  const published =
    builder &&
    new PublishedPages({
      ...{ folder, store, settings, builder, assets, program, clock, log },
      domain: domains.served,
    });
  const typeExports = new TypeExports(eventTypes, workers);
  const eventTypeNotices = new EventTypeNotices({
    store: stores.eventTypeNotices,
    usage: stores.eventTypeUsage,
    notices: delivery.notices,
    clock,
    log,
  });
  /** What was made from the catalog is old. */
  const catalogOutdated = () => {
    published?.refresh();
    schemaReports.catalogChanged();
    void eventTypeNotices.wake();
    stores.deprecations
      .reload()
      .catch((cause: unknown) => log.warn({ err: cause }, 'the deprecated event types could not be read'));
  };
  const onCatalogChanged = () => {
    catalogOutdated();
    liveBus.publish({ kind: 'catalog-changed' });
  };
  const flagReleases = new FlagReleases({
    ...{ store: stores.flagReleaseStore, clock, log, onReleased: onCatalogChanged },
  });
  return {
    /** Calls the workers until it is stopped, so it stops before them. */
    pageMaker: published,
    /** What its operations work on. */
    parts: {
      examples: new WorkerExamples(new ExampleCache(), workers),
      importReader: createImportReader(workers),
      schemaReports,
      typeExports,
      publicPage: {
        builder,
        changes,
        progress: () => published?.progress() ?? { built: 0, of: 0 },
        assets,
        domains,
        catalogHost: config.catalogHost ?? null,
        uiDir: host.uiDir,
      },
      catalogOutdated,
      onCatalogChanged,
      flagReleases,
      eventTypeNotices,
      onSettingsChanged: () => published?.refresh(),
    },
    /** What its pages are served with. */
    pages: {
      catalog: published && createCatalogSender(published, folder),
      catalogFile: createCatalogFileSender({ typeExports, changes, settings }),
      robots: createRobots({ catalog: published, domains }),
      domains,
      catalogFiles: new Set([
        ...filesOfStyles(host.uiDir, assets.styles),
        ...(assets.script === null ? [] : [assets.script]),
      ]),
    },
  };
}
