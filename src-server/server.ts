import { systemClock } from './base/clock';
import { type Service, startAll, stopAll } from './base/lifecycle';
import { createLog, type Log } from './base/log';
import { RecentLog } from './base/recent-log';
import { StopMark } from './base/stop-mark';
import { DEFAULT_AUDIT_DAYS, DEFAULT_LEASE_S, type ServerConfig } from './config';
import type { Delivery } from './delivery/delivery';
import { sendsToAllWhile } from './delivery/endpoints/send-right';
import type { MaintenanceTask } from './delivery/tasks/maintenance';
import { addressOf, isAnyAddress } from './host-names';
import { BodyRoom } from './http/pipeline/body-room';
import { createReceiver } from './http/receiver';
import { createAccess } from './modules/access';
import { createCatalog } from './modules/catalog';
import { createConnections } from './modules/connections';
import { type Foundation, type Host, layFoundation } from './modules/foundation';
import { createHostControl, type HostControl } from './modules/host-control';
import { createMaintenanceServices } from './modules/maintenance-services';
import { createNotices } from './modules/notices';
import { createOperations } from './modules/operations';
import { createSending } from './modules/sending';
import { createSyncing } from './modules/syncing';
import { openTimeWatch } from './modules/time-watch';
import { createWeb } from './modules/web';
import type { DatabaseTrouble } from './storage/database-trouble';
import { createDatabaseWatch } from './storage/database-watch';
import { explainDamage } from './storage/files/file-check';
import { explainFullDisk } from './storage/files/full-disk';
import { warnOfDotNames } from './storage/installation/warn-of-dot-names';
import { type OpenFolder, openFolder } from './storage/open-folder';
import { createCheckpointer } from './storage/sqlite/checkpointer';
import { VERSION } from './version';

const DAY_MS = 24 * 3_600_000;

/** What the hosting program passes to a server. */
export interface ServerParts extends Omit<Host, 'log' | 'recentLog'> {
  readonly log?: Log;
  /** Where the newest lines of `log` go, if given. */
  readonly recentLog?: RecentLog;
}

/** A server that accepts requests. */
export interface RunningServer {
  /** `http://host:port`, or https, without a trailing slash. */
  readonly baseUrl: string;
  /** The port that it listens on. */
  readonly port: number;
  /** PEM of the certificate that it has now. Null: it speaks plain http. */
  certificate(): string | null;
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

async function startParts(config: ServerConfig, host: Host, folder: OpenFolder): Promise<RunningServer> {
  const { db, file, ownership, nodes: found } = folder;
  const foundation = await layFoundation(config, host, folder);
  const { clock, log, adminToken, workers, tls } = foundation;
  const listens = (at: string) => addressOf(tls ? 'https' : 'http', at, web.http.port());
  const localBaseUrl = () => listens(isAnyAddress(config.host) ? '127.0.0.1' : config.host);

  const late = { sending: () => sending, listens: () => listens(config.host) };
  const sharing =
    found && (await (await import('./cluster/node/sharing')).openSharing(foundation, { found, ...late }));
  const nodes = sharing?.nodes ?? null;
  const time = await openTimeWatch(db, nodes, { clock, log });
  const alone = { sendRight: ownership ? sendsToAllWhile(() => ownership.holds()) : undefined };
  const sending = await createSending(foundation, {
    time,
    ...(sharing?.engine ?? alone),
    port: () => web.http.port(),
  });
  const { stores } = sending;
  const { tasks, traffic, delivery } = sending.parts;
  ownership?.onRegained(() => delivery.sendingChanged());
  await warnOfDotNames(db, log);
  const served = sharing?.serve(sending) ?? null;

  const access = await createAccess(foundation, { time, stores, nodes, localBaseUrl });
  const connections = createConnections(foundation, stores, access);
  const syncing = createSyncing(foundation, sending, connections);
  const catalog = createCatalog(foundation, sending);
  const bodies = new BodyRoom();
  const receiver = createReceiver(clock, bodies);
  const operations = createOperations(foundation, {
    ...{ sending, receiver, localBaseUrl },
    installationId: access.parts.installationId,
  });
  const notices = createNotices(foundation, {
    ...{ sending, endedUnasked: folder.endedUnasked },
    ...{ cluster: nodes?.cluster ?? null, otherNodes: served?.otherNodes ?? null },
    backupSchedule: operations.parts.backupSchedule,
  });
  const stopMark = new StopMark();
  const web = createWeb(foundation, {
    ...{ time, sending, access, connections, syncing, catalog, operations, notices, sharing, served },
    ...{ receiver, bodies, stopMark, localBaseUrl },
  });
  const hosted = host.hosting === 'desktop' ? createHostControl(foundation, sending) : null;
  const maintenance = (often: readonly MaintenanceTask[] = []) =>
    createMaintenanceServices({
      ...{ ...stores, clock, time, log, retentionMs: config.retentionDays * DAY_MS, often },
      auditMs: (config.auditDays ?? DEFAULT_AUDIT_DAYS) * DAY_MS,
    });

  // Stopped from last to first: streams, then requests, then deliveries, then the rest.
  const services = [
    file && createCheckpointer({ db: file, clock, log }),
    holdInTrouble(foundation, delivery),
    ownership,
    connections.remoteClient,
    time,
    ...(sharing ? [] : [...maintenance(), catalog.parts.flagReleases]),
    web.metrics,
    traffic,
    served?.connections,
    nodes?.membership,
    delivery,
    ...(sharing
      ? sharing.work({ sending, catalog, maintenance, noticeDesk: notices.desk })
      : [tasks, catalog.parts.eventTypeNotices, notices.desk]),
    hosted?.watch,
    catalog.parts.schemaReports,
    workers,
    syncing.parts.syncs,
    catalog.pageMaker,
    operations.parts.jobs,
    operations.parts.backupSchedule,
    tls,
    web.http,
    receiver,
    connections.forwarding,
    web.liveStream,
    served?.streams,
    web.address,
    nodes?.presence,
    stopMark,
  ].filter((service) => service !== null && service !== undefined);
  await startAll(services);
  log.info({ address: localBaseUrl(), version: VERSION }, 'accepting requests');
  const control = hosted?.control ?? null;
  return {
    ...{ baseUrl: listens(config.host), port: web.http.port(), adminToken, control },
    certificate: () => tls?.leaf() ?? null,
    stop: () => stopAll(services),
  };
}

/** What is sent while the database is in trouble could not be recorded before that ends. */
function holdInTrouble({ db, file, clock, log }: Foundation, delivery: Delivery): Service {
  // PostgreSQL goes on to write where it has met damage.
  const reasons = ['lost', 'taken', 'away', ...(file ? ['damaged'] : [])];
  const onChange = (trouble: DatabaseTrouble | null) =>
    delivery.hold(reasons.includes(trouble?.reason ?? ''));
  return createDatabaseWatch({ db, clock, log, onChange });
}

/** The database that other nodes may share. Null: it is a file. */
function databaseOf({ database = null, clusterSecret, leaseS = DEFAULT_LEASE_S }: ServerConfig) {
  if (database === null) return null;
  if (!clusterSecret)
    throw new Error('A server with a database needs the secret of its nodes: clusterSecret.');
  return { address: database, leaseMs: leaseS * 1000 };
}
