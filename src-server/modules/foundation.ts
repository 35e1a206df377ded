import { loadAdminToken } from '../access/admin-token';
import { type Clock, systemClock } from '../base/clock';
import { createIds, type NewId } from '../base/id';
import type { Log } from '../base/log';
import { mostOpenFiles } from '../base/open-files';
import { type OwnCertificate, openOwnCertificate } from '../base/own-certificate';
import type { RecentLog } from '../base/recent-log';
import { createWorkerPool, type WorkerPool } from '../catalog/workers/worker-pool';
import type { ServerConfig } from '../config';
import type { RenderCatalogLater } from '../contract/public-catalog';
import type { ServiceOut } from '../contract/service';
import type { ScratchProgram } from '../diagnostics/scratch-server';
import type { Tunnel } from '../outbound/tunnel';
import { auditedDatabase } from '../storage/audit-scope';
import type { Database } from '../storage/database';
import { readNewestId } from '../storage/newest-id';
import type { OpenFolder } from '../storage/open-folder';
import type { SqliteDatabase } from '../storage/sqlite/sqlite-database';
import { loadSecretKey } from '../sync/secret-key';
import { createOutboundTunnel } from './outbound-tunnel';

/** What a server gets from the program that hosts it, and how it was built. */
export interface Host {
  readonly log: Log;
  readonly recentLog: RecentLog;
  /** Absent: that of the system. */
  readonly clock?: Clock;
  /** Headless when absent. */
  readonly hosting?: ServiceOut['hosting'];
  /** How to start the program once more. Null or absent: not possible. */
  readonly scratchProgram?: ScratchProgram | null;
  /** Stops the server cleanly and starts it again on the same port. Null or absent: not possible. */
  readonly restart?: (() => void) | null;
  /** Folder of the built pages. Null: they were not built. */
  readonly uiDir: string | null;
  /** Renders the public catalog. Null: it is missing, and /catalog/ is a 404. */
  readonly renderCatalog: RenderCatalogLater | null;
  /** Distinguishes the program that makes the public catalog from its other builds. Absent: its version does. */
  readonly catalogProgram?: string;
  /** The built code of worker threads. Null or absent: its tasks run in this thread. */
  readonly catalogWorker?: URL | null;
  /** 64 hexadecimal digits that encrypt stored tokens; null or absent: a key is kept in the data folder. */
  readonly secretKey?: string | null;
}

/** What all modules of a server are built on. */
export interface Foundation {
  readonly config: ServerConfig;
  readonly host: Host;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: NewId;
  readonly db: Database;
  /** The same, if it is a file. Null: it is in PostgreSQL. */
  readonly file: SqliteDatabase | null;
  readonly adminToken: string;
  /** Encrypts stored tokens. */
  readonly secretKey: Uint8Array;
  /** The id of this start. */
  readonly serverId: string;
  readonly workers: WorkerPool;
  /** The proxy on the way out. Null: there is none. */
  readonly tunnel: Tunnel | null;
  /** How many files and connections this process may have open. */
  readonly mostOpenFiles: number;
  /** With what this server speaks https. Null: it speaks plain http. */
  readonly tls: OwnCertificate | null;
}

/** Reads the keys of the data folder, or makes them. Starts nothing. */
export async function layFoundation(
  config: ServerConfig,
  host: Host,
  { db: plain, file }: Pick<OpenFolder, 'db' | 'file'>,
): Promise<Foundation> {
  const { log, clock = systemClock, catalogWorker = null, renderCatalog } = host;
  const newId = createIds(clock, await readNewestId(plain, clock.now()));
  const db = auditedDatabase(plain, { newId, clock });
  return {
    ...{ config, host, clock, log, newId, db, file },
    adminToken: await loadAdminToken(config.dataDir, config.adminToken),
    secretKey: await loadSecretKey(config.dataDir, host.secretKey ?? config.secretKey ?? null),
    serverId: newId('node_'),
    workers: createWorkerPool({ worker: catalogWorker, renderCatalog, clock, log }),
    tunnel: createOutboundTunnel(config, { clock, log }),
    mostOpenFiles: mostOpenFiles(),
    tls: config.tls ? await openOwnCertificate(config.tls, { clock, log }) : null,
  };
}
