import { join } from 'node:path';
import { loadAdminToken } from './access/admin-token';
import { filesOfStyles, readStyles } from './base/built-styles';
import { type Clock, systemClock } from './base/clock';
import { createIds } from './base/id';
import { type Service, startAll, stopAll } from './base/lifecycle';
import { createLog, type Log } from './base/log';
import { RecentLog } from './base/recent-log';
import { createComparison } from './catalog/comparison';
import { ExampleCache } from './catalog/example-cache';
import { createImportReader } from './catalog/import-reader';
import { createPublicPageBuilder } from './catalog/public-page-builder';
import { PublishedPages } from './catalog/published-pages';
import { SchemaReports } from './catalog/schema-reports';
import { WorkerExamples } from './catalog/worker-examples';
import { createWorkerPool } from './catalog/worker-pool';
import type { ServerConfig } from './config';
import type { RenderCatalogLater } from './contract/public-catalog';
import { addressOf, isAnyAddress } from './host-names';
import { allRoutes } from './http/all-routes';
import { createApp } from './http/app';
import { createApplicationLookup } from './http/application-lookup';
import { createAuthenticate } from './http/authenticate';
import { createCatalogDomains } from './http/catalog-domain';
import { createForwardMount } from './http/forward';
import { createHttpServer } from './http/http-server';
import { createIdempotency } from './http/idempotency';
import { createLiveStream } from './http/live-stream';
import { createMetrics } from './http/metrics';
import { createPages } from './http/pages';
import { createReceiver } from './http/receiver';
import { createRobots } from './http/robots';
import { RouteTable } from './http/route-table';
import { createCatalogSender } from './http/send-catalog-page';
import { createMaintenanceServices } from './maintenance-services';
import { createOperations, type Hosting } from './operations';
import { createSending } from './sending';
import { createCheckpointer } from './storage/checkpointer';
import type { Database } from './storage/database';
import { createDatabaseWatch } from './storage/database-watch';
import { explainDamage } from './storage/file-check';
import { openFolder } from './storage/open-folder';
import { createServerAddress } from './storage/server-address';
import { newServerSecret, serverProof } from './storage/server-proof';
import { createConnections } from './sync/connections';
import { createRemoteClient } from './sync/remote-client';
import { createSecretBox } from './sync/secret-box';
import { loadSecretKey } from './sync/secret-key';
import { VERSION } from './version';

/** Below the data folder: the files of the public catalog. */
const PUBLIC_CATALOG_FOLDER = 'public-catalog';
const DAY_MS = 24 * 3_600_000;

/** What the program that hosts a server hands in. */
export interface ServerParts extends Hosting {
  /** Folder of the built pages. Null: they were not built. */
  readonly uiDir: string | null;
  /** Makes the public catalog. Null: it is not there, and /catalog/ is a 404. */
  readonly renderCatalog: RenderCatalogLater | null;
  /** Tells the program that makes the public catalog from other builds of it. Absent: its version does. */
  readonly catalogProgram?: string;
  /** What runs in worker threads, as built. Null or absent: its tasks run in this thread. */
  readonly catalogWorker?: URL | null;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Where the newest lines of `log` go, for whoever gives one. */
  readonly recentLog?: RecentLog;
  /** 64 hexadecimal digits that encrypt stored tokens; null or absent: a key is kept in the data folder. */
  readonly secretKey?: string | null;
}

/** A server that accepts requests. */
export interface RunningServer {
  /** `http://host:port`, without a slash at the end. */
  readonly baseUrl: string;
  readonly adminToken: string;
  /** Takes nothing new, lets what is on its way end (at most 10 s), and lets go of the data folder. */
  stop(): Promise<void>;
}

/**
 * Builds everything, in order, and starts it. The only place that knows which part is made of which others.
 * @throws Error with a sentence for the user when it cannot start
 */
export async function startServer(config: ServerConfig, parts: ServerParts): Promise<RunningServer> {
  const recentLog = parts.recentLog ?? new RecentLog();
  const log = parts.log ?? createLog(config.logLevel, undefined, recentLog);
  const folder = await openFolder(config.dataDir, parts.clock ?? systemClock, log);
  try {
    const running = await startParts(config, { ...parts, log, recentLog }, folder.db);
    const stop = async () => {
      try {
        await running.stop();
      } finally {
        await folder.close();
      }
    };
    return { ...running, stop };
  } catch (cause) {
    await folder.close();
    // The first reads may be what finds the file damaged.
    throw explainDamage(folder.db.path, cause);
  }
}

async function startParts(
  config: ServerConfig,
  parts: ServerParts & { readonly log: Log; readonly recentLog: RecentLog },
  db: Database,
): Promise<RunningServer> {
  const clock = parts.clock ?? systemClock;
  const { log, recentLog } = parts;
  const adminToken = await loadAdminToken(config.dataDir, config.adminToken);
  const secretKey = await loadSecretKey(config.dataDir, parts.secretKey ?? null);

  const newId = createIds(clock);
  const workers = createWorkerPool({
    worker: parts.catalogWorker ?? null,
    renderCatalog: parts.renderCatalog,
    clock,
    log,
  });
  const compare = createComparison(workers);
  const sending = await createSending({ config, clock, log, newId, db, compare });
  const { stores, liveBus, tasks, traffic, guard, delivery, onApplicationsChanged } = sending;
  const { applications, attempts, eventTypes, settings } = stores;

  const authenticate = createAuthenticate({
    adminToken,
    tokens: stores.tokens,
    clock,
    isReadOnly: () => settings.current().readOnly,
  });
  const client = createRemoteClient();
  const secretBox = createSecretBox(secretKey);
  const connections = createConnections({
    store: stores.connectionStore,
    client,
    box: secretBox,
    clock,
    newId,
  });
  const forwarding = createForwardMount({ authenticate, connections, client });
  const receiver = createReceiver(clock);
  const examples = new ExampleCache();
  const schemaReports = new SchemaReports({
    store: stores.schemaReportStore,
    eventTypes,
    workers,
    clock,
    log,
  });
  const importReader = createImportReader(workers);
  const catalogAssets = readStyles(parts.uiDir, 'catalog');
  const domains = createCatalogDomains(config.catalogDomains ?? [], () => settings.current().catalogDomain);
  const program = `${VERSION} ${parts.catalogProgram ?? ''}`;
  const pageBuilder =
    parts.renderCatalog && createPublicPageBuilder({ store: stores.publicCatalog, workers, program });
  const pageFolder = join(config.dataDir, PUBLIC_CATALOG_FOLDER);
  const catalog =
    pageBuilder &&
    new PublishedPages({
      folder: pageFolder,
      store: stores.publicCatalog,
      settings,
      builder: pageBuilder,
      assets: catalogAssets,
      program,
      clock,
      log,
    });
  const liveStream = createLiveStream({ attempts, live: liveBus, traffic, clock });
  const metrics = createMetrics({
    authenticate,
    clock,
    metricsToken: config.metricsToken,
    traffic,
    delivery,
    database: db,
    version: VERSION,
  });

  const onCatalogChanged = () => {
    catalog?.refresh();
    schemaReports.catalogChanged();
    liveBus.publish({ kind: 'catalog-changed' });
  };
  const lookup = createApplicationLookup(applications);
  const localBaseUrl = () => addressOf(isAnyAddress(config.host) ? '127.0.0.1' : config.host, http.port());
  const serverSecret = newServerSecret();
  const operations = createOperations({
    ...stores,
    config,
    host: parts,
    clock,
    log,
    newId,
    db,
    tasks,
    delivery,
    traffic,
    guard,
    receiver,
    localBaseUrl,
    onApplicationsChanged,
  });
  const table = new RouteTable(
    allRoutes({
      ...stores,
      ...operations,
      config,
      recentLog,
      log,
      db,
      examples: new WorkerExamples(examples, workers),
      schemaReports,
      importReader,
      workers,
      tasks,
      secretBox,
      connections,
      receiver,
      delivery,
      traffic,
      guard,
      newId,
      clock,
      localBaseUrl,
      liveStream,
      answerChallenge: (nonce) => serverProof(serverSecret, nonce, localBaseUrl()),
      publicPage: {
        builder: pageBuilder,
        assets: catalogAssets,
        domains,
        catalogHost: config.catalogHost ?? null,
        uiDir: parts.uiDir,
      },
      onCatalogChanged,
      onSettingsChanged: () => catalog?.refresh(),
      onApplicationChanged(application) {
        lookup.forget();
        delivery.applicationChanged(application);
        onApplicationsChanged();
      },
      onApplicationDeleted(id) {
        lookup.forget();
        delivery.applicationDeleted(id);
        onApplicationsChanged();
      },
      onEndpointChanged: sending.onEndpointChanged,
      onEndpointDeleted(id) {
        delivery.endpointDeleted(id);
        onApplicationsChanged();
      },
      onRotated: delivery.secretRotated,
      onConsentRevoked: delivery.consentRevoked,
    }),
  );
  const http = createHttpServer({
    host: config.host,
    port: config.port,
    clock,
    app: createApp({
      table,
      authenticate,
      applications: lookup,
      idempotency: createIdempotency(stores.idempotencyStore, clock),
      workers,
      mounts: [metrics, forwarding, receiver.mount],
      pages: createPages({
        uiDir: parts.uiDir,
        catalog: catalog && createCatalogSender(catalog, pageFolder),
        robots: createRobots({ catalog, domains }),
        portalPolicy: settings.current,
        domains,
        catalogFiles: filesOfStyles(parts.uiDir, catalogAssets.styles),
      }),
      pagesOnly: domains.isKept,
      log,
    }),
  });

  const maintenance = createMaintenanceServices({
    ...stores,
    clock,
    log,
    retentionMs: config.retentionDays * DAY_MS,
  });

  // Stopped from the last to the first: streams, then requests, then deliveries, then the rest.
  const services: readonly Service[] = [
    createCheckpointer({ db, clock, log }),
    createDatabaseWatch({
      db,
      clock,
      log,
      onChange: (trouble) => delivery.hold(trouble?.reason === 'lost'),
    }),
    { name: 'remote client', start: () => Promise.resolve(), stop: () => client.close() },
    ...maintenance,
    metrics,
    traffic,
    delivery,
    tasks,
    schemaReports,
    workers,
    ...(catalog ? [catalog] : []),
    operations.jobs,
    http,
    receiver,
    forwarding,
    liveStream,
    createServerAddress(config.dataDir, localBaseUrl, serverSecret),
  ];
  await startAll(services);
  log.info({ address: localBaseUrl(), version: VERSION }, 'accepting requests');
  return { baseUrl: addressOf(config.host, http.port()), adminToken, stop: () => stopAll(services) };
}
