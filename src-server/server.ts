import { mkdir } from 'node:fs/promises';
import { loadAdminToken } from './access/admin-token';
import { readStyles } from './base/built-styles';
import { type Clock, systemClock } from './base/clock';
import { createIds } from './base/id';
import { type Service, startAll, stopAll } from './base/lifecycle';
import { createLog, type Log } from './base/log';
import { ExampleCache } from './catalog/example-cache';
import { DEFAULT_RETRY_SCHEDULE_S, type ServerConfig } from './config';
import type { RenderDocsLater } from './contract/api-description';
import type { RenderCatalogLater } from './contract/public-catalog';
import { createAddressGuard } from './delivery/address-guard';
import { createDelivery, type Delivery } from './delivery/delivery';
import { createHousekeeper, untilNoneIsLeft } from './delivery/housekeeper';
import { createPurgeTask } from './delivery/purge-task';
import { createPayloadExpiry, createRetention } from './delivery/retention';
import { createTaskRunner } from './delivery/task-runner';
import { allRoutes } from './http/all-routes';
import { createApp } from './http/app';
import { createApplicationLookup } from './http/application-lookup';
import { createAuthenticate } from './http/authenticate';
import { createDocs } from './http/docs';
import { createForwardMount } from './http/forward';
import { createHttpServer } from './http/http-server';
import { createIdempotency, KEPT_MS } from './http/idempotency';
import { createLiveStream } from './http/live-stream';
import { createMetrics } from './http/metrics';
import { createPages } from './http/pages';
import { PublicCatalogPages } from './http/public-catalog-pages';
import { createReceiver } from './http/receiver';
import { RouteTable } from './http/route-table';
import { createLiveBus } from './live/live-bus';
import { Traffic } from './live/traffic';
import { createAppStatsTask, createEventTypeUsageTask } from './live/usage-tasks';
import { createApplicationStore } from './storage/application-store';
import { createAttemptStore } from './storage/attempt-store';
import { createCheckpointer } from './storage/checkpointer';
import { createConnectionStore } from './storage/connection-store';
import type { Database } from './storage/database';
import { createDeliveryStore } from './storage/delivery-store';
import { createEndpointStore, type EndpointRecord } from './storage/endpoint-store';
import { createEnvironmentStore } from './storage/environment-store';
import { createEventTypeStore } from './storage/event-type-store';
import { createExplanationStore } from './storage/explanation-store';
import { type FolderLock, lockFolder } from './storage/folder-lock';
import { createIdempotencyStore } from './storage/idempotency-store';
import { createIntegrationStore } from './storage/integration-store';
import { createMessageArchive } from './storage/message-archive';
import { createMessageWriter } from './storage/message-store';
import { type OpenData, openData } from './storage/open-data';
import { createOutcomeStore } from './storage/outcome-store';
import { createReplayStore } from './storage/replay-store';
import { createRetentionStore } from './storage/retention-store';
import { createServerAddress } from './storage/server-address';
import { createSessionStore } from './storage/session-store';
import { openSettingStore } from './storage/setting-store';
import { openTargetConsentStore } from './storage/target-consent-store';
import { createTaskStore } from './storage/task-store';
import { createTokenStore } from './storage/token-store';
import { createTrafficStore } from './storage/traffic-store';
import { createUsageStore } from './storage/usage-store';
import { createConnections } from './sync/connections';
import { createRemoteClient } from './sync/remote-client';
import { createSecretBox } from './sync/secret-box';
import { loadSecretKey } from './sync/secret-key';
import { VERSION } from './version';

/** The shortest wait after a receiver was too slow or said 429: it needs a pause, not the next knock. */
const OVERLOAD_WAIT_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long an ended background task can be looked up. */
const TASKS_KEPT_MS = 90 * DAY_MS;
/** How late a payload may go after the time its sender named. */
const PAYLOAD_EXPIRY_EVERY_MS = 60_000;
/** Rows that housekeeping removes in one write. */
const ROWS_PER_WRITE = 250;

/** What the program that hosts a server hands in. */
export interface ServerParts {
  /** Folder of the built pages. Null: they were not built. */
  readonly uiDir: string | null;
  /** Makes the public catalog. Null: it is not there, and /catalog/ is a 404. */
  readonly renderCatalog: RenderCatalogLater | null;
  /** Makes the documentation of the API. Null or absent: /docs is a 404. */
  readonly renderDocs?: RenderDocsLater | null;
  readonly clock?: Clock;
  readonly log?: Log;
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
    const log = parts.log ?? createLog(config.logLevel);
    const data = await openData(config.dataDir, log);
    try {
      const running = await startParts(config, { ...parts, log }, data.db);
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
  parts: ServerParts & { readonly log: Log },
  db: Database,
): Promise<RunningServer> {
  const clock = parts.clock ?? systemClock;
  const { log } = parts;
  const adminToken = await loadAdminToken(config.dataDir, config.adminToken);
  const secretKey = await loadSecretKey(config.dataDir, parts.secretKey ?? null);

  const newId = createIds(clock);
  const liveBus = createLiveBus(clock);
  const applications = createApplicationStore(db);
  const endpoints = createEndpointStore(db, (tx, change) => delivery.witness(tx, change));
  const eventTypes = createEventTypeStore(db);
  const messages = createMessageArchive(db);
  const attempts = createAttemptStore(db);
  const outcomes = createOutcomeStore(db);
  const explanations = createExplanationStore(db);
  const tokens = createTokenStore(db);
  const sessions = createSessionStore(db);
  const integrations = createIntegrationStore(db);
  const settings = await openSettingStore(db);
  const environment = createEnvironmentStore(settings);
  const targetConsents = await openTargetConsentStore(db);
  const taskStore = createTaskStore(db);
  const tasks = createTaskRunner({ store: taskStore, clock, newId, log, liveBus });
  const idempotencyStore = createIdempotencyStore(db);
  const trafficStore = createTrafficStore(db);
  const traffic = new Traffic({ clock, log, store: trafficStore });

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
    applications,
    endpoints,
    messages: createMessageWriter(db),
    deliveries: createDeliveryStore(db),
    explanations,
    replays: createReplayStore(db),
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
  const usage = createUsageStore(db);
  tasks.register(createEventTypeUsageTask(usage));
  tasks.register(createAppStatsTask(usage));
  tasks.register(createPurgeTask(messages));
  tasks.onFinished((record) => {
    const { id, task, status, data } = tasks.present(record);
    delivery
      .taskFinished({ taskId: id, task, status, data })
      .catch((cause: unknown) => log.error({ err: cause, taskId: id }, 'could not tell that a task ended'));
  });

  const authenticate = createAuthenticate({
    adminToken,
    tokens,
    clock,
    isReadOnly: () => settings.current().readOnly,
  });
  const client = createRemoteClient();
  const secretBox = createSecretBox(secretKey);
  const connections = createConnections({
    store: createConnectionStore(db),
    client,
    box: secretBox,
    clock,
    newId,
  });
  const forwarding = createForwardMount({ authenticate, connections, client });
  const receiver = createReceiver(clock);
  const examples = new ExampleCache();
  const catalog =
    parts.renderCatalog &&
    new PublicCatalogPages({
      eventTypes,
      examples,
      settings,
      render: parts.renderCatalog,
      assets: readStyles(parts.uiDir, 'catalog'),
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
    liveBus.publish({ kind: 'catalog-changed' });
  };
  const lookup = createApplicationLookup(applications);
  const localBaseUrl = () => addressOf(isAnyAddress(config.host) ? '127.0.0.1' : config.host, http.port());
  const table = new RouteTable(
    allRoutes({
      applications,
      endpoints,
      eventTypes,
      examples,
      messages,
      attempts,
      outcomes,
      explanations,
      tasks,
      taskStore,
      tokens,
      sessions,
      integrations,
      secretBox,
      settings,
      environment,
      targetConsents,
      connections,
      receiver,
      delivery,
      traffic,
      trafficStore,
      guard,
      newId,
      clock,
      localBaseUrl,
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
      idempotency: createIdempotency(idempotencyStore, clock),
      mounts: [liveStream, metrics, forwarding, receiver.mount],
      pages: createPages({ uiDir: parts.uiDir, catalog, docs: createDocs(table.routes, parts) }),
      log,
    }),
  });

  const retention = createRetentionStore(db);
  const payloadExpiry = createHousekeeper({
    clock,
    log,
    chores: [createPayloadExpiry(retention)],
    everyMs: PAYLOAD_EXPIRY_EVERY_MS,
  });
  const housekeeper = createHousekeeper({
    clock,
    log,
    chores: [
      ...createRetention(retention, config.retentionDays * DAY_MS),
      untilNoneIsLeft('expired tokens', ROWS_PER_WRITE, tokens.deleteExpiredPortalTokens),
      untilNoneIsLeft('old background tasks', ROWS_PER_WRITE, (now, limit) =>
        taskStore.deleteEndedBefore(now - TASKS_KEPT_MS, limit),
      ),
      untilNoneIsLeft('old answers', ROWS_PER_WRITE, (now, limit) =>
        idempotencyStore.deleteBefore(now - KEPT_MS, limit),
      ),
    ],
  });

  // Stopped from the last to the first: streams, then requests, then deliveries, then the rest.
  const services: readonly Service[] = [
    createCheckpointer({ db, clock, log }),
    { name: 'remote client', start: () => Promise.resolve(), stop: () => client.close() },
    payloadExpiry,
    housekeeper,
    metrics,
    traffic,
    delivery,
    tasks,
    http,
    receiver,
    forwarding,
    liveStream,
    createServerAddress(config.dataDir, localBaseUrl),
  ];
  await startAll(services);
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
