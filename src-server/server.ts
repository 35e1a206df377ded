import { mkdir } from 'node:fs/promises';
import { loadAdminToken } from './access/admin-token';
import { filesOfStyles, readStyles } from './base/built-styles';
import { type Clock, systemClock } from './base/clock';
import { createIds } from './base/id';
import { type Service, startAll, stopAll } from './base/lifecycle';
import { createLog, type Log } from './base/log';
import { RecentLog } from './base/recent-log';
import { ExampleCache } from './catalog/example-cache';
import { createImportReader } from './catalog/import-reader';
import { PayloadChecks } from './catalog/payload-checks';
import { SchemaReports } from './catalog/schema-reports';
import { DEFAULT_RETRY_SCHEDULE_S, type ServerConfig } from './config';
import type { RenderDocsLater } from './contract/api-description';
import type { RenderCatalogLater } from './contract/public-catalog';
import { createAddressGuard } from './delivery/address-guard';
import { createDelivery, type Delivery } from './delivery/delivery';
import { createPurgeTask } from './delivery/purge-task';
import { createTaskRunner } from './delivery/task-runner';
import { createHousekeepers } from './housekeepers';
import { allRoutes } from './http/all-routes';
import { createApp } from './http/app';
import { createApplicationLookup } from './http/application-lookup';
import { createAuthenticate } from './http/authenticate';
import { createCatalogDomains } from './http/catalog-domain';
import { createDocs } from './http/docs';
import { createForwardMount } from './http/forward';
import { createHttpServer } from './http/http-server';
import { createIdempotency } from './http/idempotency';
import { createLiveStream } from './http/live-stream';
import { createMetrics } from './http/metrics';
import { createPages } from './http/pages';
import { PublicCatalogPages } from './http/public-catalog-pages';
import { createReceiver } from './http/receiver';
import { RouteTable } from './http/route-table';
import { createLiveBus } from './live/live-bus';
import { Traffic } from './live/traffic';
import { createAppStatsTask, createEventTypeUsageTask } from './live/usage-tasks';
import { createCheckpointer } from './storage/checkpointer';
import type { Database } from './storage/database';
import type { EndpointRecord } from './storage/endpoint-record';
import { type FolderLock, lockFolder } from './storage/folder-lock';
import { type OpenData, openData } from './storage/open-data';
import { createServerAddress } from './storage/server-address';
import { applyStagedRestore } from './storage/staged-restore';
import { openStores } from './storage/stores';
import { createConnections } from './sync/connections';
import { createRemoteClient } from './sync/remote-client';
import { createSecretBox } from './sync/secret-box';
import { loadSecretKey } from './sync/secret-key';
import { createUpkeep, type Hosting } from './upkeep';
import { VERSION } from './version';

/** The shortest wait after a receiver was too slow or said 429: it needs a pause, not the next knock. */
const OVERLOAD_WAIT_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What the program that hosts a server hands in. */
export interface ServerParts extends Hosting {
  /** Folder of the built pages. Null: they were not built. */
  readonly uiDir: string | null;
  /** Makes the public catalog. Null: it is not there, and /catalog/ is a 404. */
  readonly renderCatalog: RenderCatalogLater | null;
  /** Makes the documentation of the API. Null or absent: /docs is a 404. */
  readonly renderDocs?: RenderDocsLater | null;
  /** The built thread in which documents are read. Null or absent: they are read in this one. */
  readonly importWorker?: URL | null;
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
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(config.dataDir);
  try {
    const recentLog = parts.recentLog ?? new RecentLog();
    const log = parts.log ?? createLog(config.logLevel, undefined, recentLog);
    if (await applyStagedRestore(config.dataDir, (parts.clock ?? systemClock).now())) {
      log.warn('a backup was put in the place of the database');
    }
    const data = await openData(config.dataDir, log);
    try {
      const running = await startParts(config, { ...parts, log, recentLog }, data.db);
      const stop = async () => {
        try {
          await running.stop();
        } finally {
          await letGo(data, lock);
        }
      };
      return { ...running, stop };
    } catch (cause) {
      await data.close();
      throw cause;
    }
  } catch (cause) {
    await lock.release();
    throw cause;
  }
}

/** The very last: from here on another server may use the folder. */
async function letGo(data: OpenData, lock: FolderLock): Promise<void> {
  await data.close();
  await lock.release();
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
  const liveBus = createLiveBus(clock);
  const stores = await openStores(db, (tx, change) => delivery.witness(tx, change));
  const { applications, attempts, endpoints, eventTypes, settings, targetConsents, taskStore } = stores;
  const tasks = createTaskRunner({ store: taskStore, clock, newId, log, liveBus });
  const traffic = new Traffic({ clock, log, store: stores.trafficStore });

  const guard = createAddressGuard({
    allowTargets: config.allowTargets,
    // Consent for this machine alone: whoever can reach a server that listens to others is not its operator.
    allowLoopback: config.workstation && isLoopback(config.host),
    consents: targetConsents.current,
  });
  const onApplicationsChanged = () => liveBus.publish({ kind: 'applications-changed' });
  const onEndpointChanged = (endpoint: EndpointRecord) => {
    delivery.endpointChanged(endpoint);
    onApplicationsChanged();
  };
  const delivery: Delivery = createDelivery({
    clock,
    newId,
    log,
    ...stores,
    messages: stores.messageWriter,
    findGroupNames: eventTypes.findGroupNames,
    tasks,
    liveBus,
    traffic,
    guard,
    retry: {
      get scheduleS() {
        return settings.current().retryPolicy ?? config.retryScheduleS;
      },
      // Whoever chose the waits gets them as chosen.
      get overloadWaitMs() {
        return this.scheduleS === DEFAULT_RETRY_SCHEDULE_S ? OVERLOAD_WAIT_MS : 0;
      },
    },
    requestTimeoutMs: config.requestTimeoutS * 1000,
    version: VERSION,
    whitelabel() {
      const { whitelabelHeaders, sendSvixWebhookHeaders } = settings.current();
      return whitelabelHeaders && !sendSvixWebhookHeaders;
    },
    async disableEndpoint(id, reason) {
      const record = await endpoints.disable(id, clock.now(), reason);
      if (!record) return;
      log.warn({ endpointId: id, reason, failing: record.failing }, 'an endpoint was disabled');
      onEndpointChanged(record);
    },
    disableAfterMs: () =>
      settings.current().disableEndpointOnFailure && config.disableAfterHours > 0
        ? config.disableAfterHours * HOUR_MS
        : null,
  });
  tasks.register(createEventTypeUsageTask(stores.usage));
  tasks.register(createAppStatsTask(stores.usage));
  tasks.register(createPurgeTask(stores.messages));
  tasks.onFinished((record) => {
    const { id, task, status, data } = tasks.present(record);
    delivery
      .taskFinished({ taskId: id, task, status, data })
      .catch((cause: unknown) => log.error({ err: cause, taskId: id }, 'could not tell that a task ended'));
  });

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
  const payloadChecks = new PayloadChecks();
  const schemaReports = new SchemaReports({
    store: stores.schemaReportStore,
    eventTypes,
    checks: payloadChecks,
    clock,
    log,
  });
  const importReader = createImportReader(parts.importWorker ?? null, clock);
  const catalogAssets = readStyles(parts.uiDir, 'catalog');
  const domains = createCatalogDomains(config.catalogDomains ?? [], () => settings.current().catalogDomain);
  const catalog =
    parts.renderCatalog &&
    new PublicCatalogPages({
      eventTypes,
      examples,
      settings,
      render: parts.renderCatalog,
      assets: catalogAssets,
    });
  const liveStream = createLiveStream({ authenticate, attempts, live: liveBus, traffic, clock });
  const metrics = createMetrics({
    authenticate,
    metricsToken: config.metricsToken,
    traffic,
    delivery,
    database: db,
    version: VERSION,
  });

  const onCatalogChanged = () => {
    catalog?.invalidate();
    schemaReports.catalogChanged();
    liveBus.publish({ kind: 'catalog-changed' });
  };
  const lookup = createApplicationLookup(applications);
  const localBaseUrl = () => addressOf(isAnyAddress(config.host) ? '127.0.0.1' : config.host, http.port());
  const upkeep = createUpkeep({
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
      ...upkeep,
      config,
      recentLog,
      log,
      db,
      examples,
      payloadChecks,
      schemaReports,
      importReader,
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
      publicPage: { pages: catalog, domains, catalogHost: config.catalogHost ?? null, uiDir: parts.uiDir },
      onCatalogChanged,
      onSettingsChanged: () => catalog?.invalidate(),
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
      onEndpointChanged,
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
      mounts: [liveStream, metrics, forwarding, receiver.mount],
      pages: createPages({
        uiDir: parts.uiDir,
        catalog,
        docs: createDocs(table.routes, parts),
        portalPolicy: settings.current,
        domains,
        catalogFiles: filesOfStyles(parts.uiDir, catalogAssets.styles),
      }),
      pagesOnly: domains.isKept,
      log,
    }),
  });

  const housekeepers = createHousekeepers({
    ...stores,
    clock,
    log,
    retentionMs: config.retentionDays * DAY_MS,
  });

  // Stopped from the last to the first: streams, then requests, then deliveries, then the rest.
  const services: readonly Service[] = [
    createCheckpointer({ db, clock, log }),
    { name: 'remote client', start: () => Promise.resolve(), stop: () => client.close() },
    ...housekeepers,
    metrics,
    traffic,
    delivery,
    tasks,
    schemaReports,
    importReader,
    upkeep.jobs,
    http,
    receiver,
    forwarding,
    liveStream,
    createServerAddress(config.dataDir, localBaseUrl),
  ];
  await startAll(services);
  log.info({ address: localBaseUrl(), version: VERSION }, 'accepting requests');
  return { baseUrl: addressOf(config.host, http.port()), adminToken, stop: () => stopAll(services) };
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}
