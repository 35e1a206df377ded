import { loadAdminToken } from './access/admin-token';
import { findTokensTogether } from './access/find-tokens-together';
import { createShareLinks } from './access/share-links';
import { type Clock, systemClock } from './base/clock';
import { createIds } from './base/id';
import { type Service, startAll, stopAll } from './base/lifecycle';
import { createLog, type Log } from './base/log';
import { mostOpenFiles } from './base/open-files';
import { RecentLog } from './base/recent-log';
import { StopMark } from './base/stop-mark';
import { createComparison } from './catalog/comparison';
import { PreviewDrafts } from './catalog/preview-drafts';
import { createWorkerPool } from './catalog/worker-pool';
import { DEFAULT_LEASE_S, type ServerConfig } from './config';
import type { MaintenanceTask } from './delivery/maintenance';
import { sendsToAllWhile } from './delivery/send-right';
import { addressOf, isAnyAddress } from './host-names';
import { allRoutes } from './http/all-routes';
import { createAnswersInTime } from './http/answers-in-time';
import { createApp } from './http/app';
import { createApplicationLookup } from './http/application-lookup';
import { createAuthenticate } from './http/authenticate';
import { BodyRoom } from './http/body-room';
import { createHttpServer } from './http/http-server';
import { createLiveStream } from './http/live-stream';
import { createMetrics } from './http/metrics';
import { createOpenAnswers } from './http/open-answers';
import { createPages } from './http/pages';
import { createPreviewCatalog } from './http/preview-catalog';
import { ReadTurns } from './http/read-turns';
import { createReceiver } from './http/receiver';
import { RouteTable } from './http/route-table';
import { createSessionCookie } from './http/session-cookie';
import { createBrowserLogIns } from './modules/browser-log-ins';
import { type CatalogHosting, createCatalog } from './modules/catalog';
import { createConnections } from './modules/connections';
import { createHostControl, type HostControl } from './modules/host-control';
import { openIdempotency } from './modules/idempotency';
import { createMaintenanceServices } from './modules/maintenance-services';
import type { Nodes } from './modules/nodes';
import { createOperations, type Hosting } from './modules/operations';
import { createOutboundTunnel } from './modules/outbound-tunnel';
import type { Peers } from './modules/peers';
import { createSending } from './modules/sending';
import { createSyncing } from './modules/syncing';
import { openTimeWatch } from './modules/time-watch';
import { createCheckpointer } from './storage/checkpointer';
import { createDatabaseWatch } from './storage/database-watch';
import { explainDamage } from './storage/file-check';
import { explainFullDisk } from './storage/full-disk';
import { type OpenFolder, openFolder } from './storage/open-folder';
import { readInstallationId } from './storage/read-installation-id';
import { createServerAddress } from './storage/server-address';
import { newServerSecret, serverProof } from './storage/server-proof';
import { warnOfDotNames } from './storage/warn-of-dot-names';
import { loadSecretKey } from './sync/secret-key';
import { VERSION } from './version';

const DAY_MS = 24 * 3_600_000;

/** What the hosting program passes to a server. */
export interface ServerParts extends Hosting, CatalogHosting {
  /** The built code of worker threads. Null or absent: its tasks run in this thread. */
  readonly catalogWorker?: URL | null;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Where the newest lines of `log` go, if given. */
  readonly recentLog?: RecentLog;
  /** 64 hexadecimal digits that encrypt stored tokens; null or absent: a key is kept in the data folder. */
  readonly secretKey?: string | null;
}

/** A server that accepts requests. */
export interface RunningServer {
  /** `http://host:port`, without a trailing slash. */
  readonly baseUrl: string;
  readonly adminToken: string;
  /** For the program around it; null in one that is headless. */
  readonly control: HostControl | null;
  /** Accepts nothing new, lets requests in flight finish (at most 10 s), and releases the data folder. */
  stop(): Promise<void>;
}

/**
 * Builds everything, in order, and starts it. The only place that knows which parts depend on which others.
 * @throws Error with a sentence for the user when it cannot start
 */
export async function startServer(config: ServerConfig, parts: ServerParts): Promise<RunningServer> {
  try {
    return await startInFolder(config, parts);
  } catch (cause) {
    throw await explainFullDisk(config.dataDir, cause);
  }
}

async function startInFolder(config: ServerConfig, parts: ServerParts): Promise<RunningServer> {
  const recentLog = parts.recentLog ?? new RecentLog();
  const log = parts.log ?? createLog(config.logLevel, undefined, recentLog);
  const folder = await openFolder(config.dataDir, databaseOf(config), parts.clock ?? systemClock, log);
  try {
    const running = await startParts(config, { ...parts, log, recentLog }, folder);
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
    // The first reads may be what detects a damaged file.
    throw folder.file ? explainDamage(folder.file.path, cause) : cause;
  }
}

async function startParts(
  config: ServerConfig,
  parts: ServerParts & { readonly log: Log; readonly recentLog: RecentLog },
  { db, file, ownership, nodes: found }: Pick<OpenFolder, 'db' | 'file' | 'ownership' | 'nodes'>,
): Promise<RunningServer> {
  const clock = parts.clock ?? systemClock;
  const { log, recentLog } = parts;
  const adminToken = await loadAdminToken(config.dataDir, config.adminToken);
  const secretKey = await loadSecretKey(config.dataDir, parts.secretKey ?? config.secretKey ?? null);

  const newId = createIds(clock);
  const workers = createWorkerPool({
    worker: parts.catalogWorker ?? null,
    renderCatalog: parts.renderCatalog,
    clock,
    log,
  });
  const compare = createComparison(workers);
  const tunnel = createOutboundTunnel(config, { clock, log });
  const openFiles = mostOpenFiles();
  const nodes = await joinedNodes();
  const peers = nodes && (await peersOf(nodes));
  // The time of the database is the same on all nodes. A server that is given a clock lives by that one alone.
  const sharedNow = nodes && clock === systemClock ? () => nodes.cluster.now() : undefined;
  const time = await openTimeWatch(db, nodes, { clock, log });
  const sending = await createSending({
    config,
    clock,
    time,
    log,
    newId,
    db,
    compare,
    tunnel,
    mostOpenFiles: openFiles,
    isShared: nodes !== null,
    sendRight: ownership ? sendsToAllWhile(() => ownership.holds()) : nodes?.cluster.sendRight,
    otherSenders: peers?.otherSenders,
    now: sharedNow,
  });
  const { stores, liveBus } = sending;
  const { tasks, traffic, delivery } = sending.parts;
  const { applications, settings } = stores;
  ownership?.onRegained(() => delivery.sendingChanged());
  await warnOfDotNames(db, log);
  const served = peers?.serve({ ...stores, delivery, traffic, liveBus });

  const lasting = { clock, time, newId };
  const previewDrafts = new PreviewDrafts({ ...stores, ...lasting });
  const serverId = newId('node_');
  const localBaseUrl = () => addressOf(isAnyAddress(config.host) ? '127.0.0.1' : config.host, http.port());
  const who = { adminToken, secretKey, serverId, nodes, localBaseUrl };
  const browserSessions = createBrowserLogIns({ ...stores, ...lasting, ...who });
  const installationId = await readInstallationId(db);
  const sessionCookie = createSessionCookie(installationId);
  const shareLinks = createShareLinks({ ...stores, ...lasting });
  const access = {
    adminToken,
    browserSessions,
    sessionCookie,
    time,
    isReadOnly: () => settings.current().readOnly,
    touchDraft: (id: string) => previewDrafts.touch(id),
    shareLinks,
  };
  const authenticate = createAuthenticate({ ...access, tokens: stores.tokens });
  const openAnswers = createOpenAnswers({
    authenticate: createAuthenticate({ ...access, tokens: findTokensTogether(stores.tokens) }),
    clock,
  });
  const connections = createConnections({ secretKey, authenticate, openAnswers, ...lasting, stores, tunnel });
  const syncing = createSyncing({ connections, stores, workers, tasks, liveBus, newId, clock, log });
  const catalog = createCatalog({ config, host: parts, clock, log, stores, liveBus, workers });
  const bodies = new BodyRoom();
  const receiver = createReceiver(clock, bodies);
  const liveStream = createLiveStream({
    attempts: stores.attempts,
    live: liveBus,
    traffic: served ?? traffic,
    clock,
  });
  const metrics = createMetrics({
    authenticate,
    clock,
    metricsToken: config.metricsToken,
    traffic,
    covers: nodes?.cluster.sendRight.covers ?? Boolean,
    delivery,
    sendingPausedSince: stores.sendingPause.since,
    database: db,
    node: nodes?.measures ?? null,
    version: VERSION,
  });
  const lookup = createApplicationLookup(applications);
  const serverSecret = newServerSecret();
  const stopMark = new StopMark();
  const operations = createOperations({
    config,
    host: parts,
    clock,
    log,
    newId,
    db,
    file,
    stores,
    sending,
    receiver,
    localBaseUrl,
  });
  const table = new RouteTable(
    allRoutes({
      installationId,
      ...stores,
      ...sending.parts,
      ...catalog.parts,
      ...connections.parts,
      ...syncing.parts,
      ...operations.parts,
      config,
      recentLog,
      log,
      db,
      file,
      workers,
      receiver,
      newId,
      clock,
      time,
      browserSessions,
      sessionCookie,
      previewDrafts,
      shareLinks,
      previewCatalog: createPreviewCatalog({ ...stores, previewDrafts }),
      localBaseUrl,
      cluster: nodes?.cluster ?? null,
      serverId,
      isStopping: () => stopMark.isStopping(),
      liveStream,
      otherNodes: served?.otherNodes ?? null,
      answerChallenge: (nonce) => serverProof(serverSecret, nonce, localBaseUrl()),
      onApplicationChanged(application) {
        lookup.forget();
        sending.parts.onApplicationChanged(application);
      },
      onApplicationDeleted(id) {
        lookup.forget();
        sending.parts.onApplicationDeleted(id);
      },
    }),
  );
  const http = createHttpServer({
    host: config.host,
    port: config.port,
    clock,
    mostOpenFiles: openFiles,
    app: createApp({
      table,
      authenticate,
      applications: lookup,
      idempotency: await openIdempotency(db, stores.idempotencyStore, clock, time),
      workers,
      readTurns: new ReadTurns(clock, file ? 1 : 2),
      openAnswers,
      bodies,
      clock,
      answersInTime: createAnswersInTime(db),
      mounts: [metrics, connections.forwarding, receiver.mount, ...(served ? [served.mount] : [])],
      senderNodes: served?.senderNodes ?? null,
      pages: createPages({
        uiDir: parts.uiDir,
        portalPolicy: settings.current,
        lookFiles: stores.lookFiles,
        ...catalog.pages,
      }),
      pagesOnly: catalog.pages.domains.isKept,
      log,
    }),
  });

  const hosted = parts.hosting === 'desktop' ? createHostControl({ clock, log, stores, sending }) : null;

  // Stopped from last to first: streams, then requests, then deliveries, then the rest.
  const services: readonly Service[] = [
    ...(file ? [createCheckpointer({ db: file, clock, log })] : []),
    createDatabaseWatch({
      db,
      clock,
      log,
      // What is sent now could not be recorded before the trouble ends.
      onChange: (trouble) =>
        // PostgreSQL goes on to write where it has met damage.
        delivery.hold(
          ['lost', 'taken', 'away', ...(file ? ['damaged'] : [])].includes(trouble?.reason ?? ''),
        ),
    }),
    ...(ownership ? [ownership] : []),
    connections.remoteClient,
    time,
    ...(nodes ? [] : maintenance()),
    metrics,
    traffic,
    ...(served ? [served.connections] : []),
    ...(nodes ? [nodes.membership] : []),
    delivery,
    ...(nodes ? await workOf(nodes) : [tasks]),
    ...(hosted?.services ?? []),
    catalog.parts.schemaReports,
    workers,
    syncing.parts.syncs,
    ...(catalog.pageMaker ? [catalog.pageMaker] : []),
    operations.parts.jobs,
    http,
    receiver,
    connections.forwarding,
    liveStream,
    ...(served ? [served.streams] : []),
    createServerAddress(config.dataDir, localBaseUrl, serverSecret),
    ...(nodes ? [nodes.presence] : []),
    stopMark,
  ];
  await startAll(services);
  log.info({ address: localBaseUrl(), version: VERSION }, 'accepting requests');
  return {
    baseUrl: addressOf(config.host, http.port()),
    adminToken,
    control: hosted?.control ?? null,
    stop: () => stopAll(services),
  };

  function maintenance(often: readonly MaintenanceTask[] = []): readonly Service[] {
    return createMaintenanceServices({
      ...stores,
      clock,
      time,
      log,
      retentionMs: config.retentionDays * DAY_MS,
      often,
    });
  }

  /** What several nodes need is loaded only with a database that they can share. */
  async function joinedNodes(): Promise<Nodes | null> {
    if (!found) return null;
    const { createNodes } = await import('./modules/nodes');
    return createNodes({
      config,
      found,
      secrets: { clusterSecret: config.clusterSecret ?? '', adminToken, secretKey },
      newId,
      log,
      sending: () => delivery,
      sendsPerSecond: () => traffic.sendsPerSecond(),
      listens: () => addressOf(config.host, http.port()),
    });
  }

  async function workOf({ cluster, changes }: Nodes): Promise<readonly Service[]> {
    const { createNodeWork } = await import('./modules/node-work');
    return createNodeWork({
      cluster,
      changes,
      db,
      sending,
      catalog: catalog.parts,
      lookup,
      maintenance,
      log,
    });
  }

  async function peersOf({ cluster }: Nodes): Promise<Peers> {
    const { createPeers } = await import('./modules/peers');
    // Real time, as for the membership.
    return createPeers({ cluster, secret: config.clusterSecret ?? '', clock: systemClock, log });
  }
}

/** The database that other nodes may share. Null: it is a file. */
function databaseOf({ database = null, clusterSecret, leaseS = DEFAULT_LEASE_S }: ServerConfig) {
  if (database === null) return null;
  if (!clusterSecret)
    throw new Error('A server with a database needs the secret of its nodes: clusterSecret.');
  return { address: database, leaseMs: leaseS * 1000 };
}
