import { type Clock, toIsoTime } from '../../base/clock';
import type { ServerConfig } from '../../config';
import { serviceOperations } from '../../contract/operations/service';
import type { ServiceOut } from '../../contract/service';
import type { Delivery } from '../../delivery/delivery';
import type { BackupSchedule, BackupState } from '../../diagnostics/backup-schedule';
import type { Traffic } from '../../live/traffic';
import { databaseVersion } from '../../storage/data-folder';
import type { Database } from '../../storage/database';
import { VERSION } from '../../version';
import { type Route, route } from '../route';
import { startSettings } from '../start-settings';

interface ServiceRouteParts {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly db: Pick<Database, 'dialect' | 'get' | 'load'>;
  readonly delivery: Delivery;
  readonly traffic: Traffic;
  readonly localBaseUrl: () => string;
  /** The wall clock and the monotonic one, read together when the server started. */
  readonly startedAt: { readonly wallMs: number; readonly monotonicUs: number };
  readonly hosting: ServiceOut['hosting'];
  /** Null: the database is not backed up on a schedule. */
  readonly backupSchedule: Pick<BackupSchedule, 'state'> | null;
  /** Why no second server can be started from here. Null: it can. */
  readonly noCrashTestBecause: string | null;
}

/** What this server is, how it was started, and what it is doing now. */
export function serviceRoutes(parts: ServiceRouteParts): readonly Route[] {
  return [
    route(serviceOperations.read, {
      access: 'admin',
      summary: 'Read the version, start settings and load of this server.',
      async handler() {
        return { status: 200, body: await present(parts) };
      },
    }),
  ];
}

function presentBackup({ last, next, error }: BackupState): NonNullable<ServiceOut['backup']> {
  return {
    last: last === null ? null : toIsoTime(last),
    next: toIsoTime(next),
    ...(error !== null && { error }),
  };
}

async function present(parts: ServiceRouteParts): Promise<ServiceOut> {
  const { clock, startedAt, delivery, traffic, db } = parts;
  const { inFlight, queues } = delivery.load();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    version: VERSION,
    address: parts.localBaseUrl(),
    startedAt: toIsoTime(startedAt.wallMs),
    uptimeSeconds: Math.floor((clock.monotonicUs() - startedAt.monotonicUs) / 1_000_000),
    hosting: parts.hosting,
    nodeVersion: process.versions.node,
    database: db.dialect.engine,
    databaseVersion: await databaseVersion(db),
    platform: `${process.platform} ${process.arch}`,
    memory: { residentBytes: rss, heapBytes: heapUsed, buffersBytes: external },
    load: {
      acceptedMessages: traffic.acceptedTotal,
      waitingDeliveries: traffic.queueTotal,
      inFlight,
      activeEndpoints: queues,
      queuedWrites: db.load().queued,
    },
    startSettings: [...startSettings(parts.config)],
    backup: parts.backupSchedule && presentBackup(parts.backupSchedule.state()),
    noCrashTestBecause: parts.noCrashTestBecause,
  };
}
