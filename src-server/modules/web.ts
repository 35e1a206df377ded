import type { Service } from '../base/lifecycle';
import type { StopMark } from '../base/stop-mark';
import type { TimeWatch } from '../base/time-watch';
import type { ServedPeers } from '../cluster/node/peers';
import type { Sharing } from '../cluster/node/sharing';
import { allRoutes } from '../http/all-routes';
import { createLiveStream } from '../http/live-stream';
import { createMetrics } from '../http/metrics';
import { createPages } from '../http/pages/pages';
import { createApp } from '../http/pipeline/app';
import type { BodyRoom } from '../http/pipeline/body-room';
import { createHttpServer } from '../http/pipeline/http-server';
import { createIdempotency } from '../http/pipeline/idempotency';
import { ReadTurns } from '../http/pipeline/read-turns';
import { createResponsesInTime } from '../http/pipeline/responses-in-time';
import { RouteTable } from '../http/pipeline/route-table';
import { createPreviewCatalog } from '../http/presenters/preview-catalog';
import type { Receiver } from '../http/receiver';
import { createServerAddress } from '../storage/files/server-address';
import { newServerSecret, serverProof } from '../storage/files/server-proof';
import { VERSION } from '../version';
import type { Access } from './access';
import type { createCatalog } from './catalog';
import type { createConnections } from './connections';
import type { Foundation } from './foundation';
import type { createNotices } from './notices';
import type { createOperations } from './operations';
import type { Sending } from './sending';
import type { createSyncing } from './syncing';

interface Modules {
  readonly time: TimeWatch;
  readonly sending: Sending;
  readonly access: Access;
  readonly connections: ReturnType<typeof createConnections>;
  readonly syncing: ReturnType<typeof createSyncing>;
  readonly catalog: ReturnType<typeof createCatalog>;
  readonly operations: ReturnType<typeof createOperations>;
  readonly notices: ReturnType<typeof createNotices>;
  /** Null: this server has its database for itself; then `served` is null too. */
  readonly sharing: Sharing | null;
  readonly served: ServedPeers | null;
  readonly receiver: Receiver;
  readonly bodies: BodyRoom;
  readonly stopMark: StopMark;
  readonly localBaseUrl: () => string;
}

interface Web {
  readonly http: ReturnType<typeof createHttpServer>;
  readonly metrics: Service;
  readonly liveStream: Service;
  /** Says to programs on this machine where it is. */
  readonly address: Service;
}

/** What answers requests: the operations of the API, which work on what the modules provide, and the pages. */
export function createWeb(foundation: Foundation, modules: Modules): Web {
  const { config, host, clock, log, newId, db, file, serverId, workers, mostOpenFiles, tls } = foundation;
  const { time, sending, access, connections, syncing, catalog, operations, notices } = modules;
  const { sharing, served, receiver, bodies, stopMark, localBaseUrl } = modules;
  const { stores, liveBus } = sending;
  const { delivery, traffic, lookup } = sending.parts;
  const { authenticate, openResponses } = access;
  const cluster = sharing?.nodes.cluster ?? null;
  const secret = newServerSecret();
  const live = { live: liveBus, traffic: served ?? traffic };
  const liveStream = createLiveStream({ attempts: stores.attempts, ...live, clock });
  const metrics = createMetrics({
    ...{ authenticate, clock, traffic, delivery, metricsToken: config.metricsToken },
    covers: cluster?.sendRight.covers ?? Boolean,
    sendingPausedSince: stores.sendingPause.since,
    database: db,
    backup: operations.parts.backupSchedule,
    node: sharing?.nodes.measures ?? null,
    version: VERSION,
  });
  const readTurns = new ReadTurns(clock, file ? 1 : 2, () => delivery.load().inFlight > 0);
  const table = new RouteTable(
    allRoutes({
      ...stores,
      ...sending.parts,
      ...access.parts,
      ...catalog.parts,
      ...connections.parts,
      ...syncing.parts,
      ...operations.parts,
      ...notices.parts,
      ...{ config, log, newId, clock, time, db, file, workers, receiver, liveStream, cluster, serverId, tls },
      ...{ recentLog: host.recentLog, readTurns, authenticate },
      localBaseUrl,
      previewCatalog: createPreviewCatalog({ ...stores, ...access.parts }),
      isStopping: () => stopMark.isStopping(),
      otherNodes: served?.otherNodes ?? null,
      prove: (nonce) => serverProof(secret, nonce, localBaseUrl()),
    }),
  );
  const http = createHttpServer({
    ...{ host: config.host, port: config.port, clock, mostOpenFiles, tls },
    app: createApp({
      ...{
        table,
        authenticate,
        applications: lookup,
        workers,
        openResponses,
        bodies,
        clock,
        log,
      },
      idempotency:
        sharing?.idempotency(time) ??
        createIdempotency(stores.idempotencyStore, time, async () => (await file?.examine()) ?? null),
      readTurns,
      responsesInTime: createResponsesInTime(db),
      mounts: [metrics, connections.forwarding, receiver.mount, ...(served ? [served.mount] : [])],
      senderNodes: served?.senderNodes ?? null,
      pages: createPages({
        ...{ uiDir: host.uiDir, portalPolicy: stores.settings.current },
        ...{ lookFiles: stores.lookFiles, portalTexts: stores.portalTexts },
        ...catalog.pages,
      }),
      pagesOnly: catalog.pages.domains.isKept,
    }),
  });
  return {
    http,
    metrics,
    liveStream,
    address: createServerAddress(config.dataDir, { baseUrl: localBaseUrl, secret, tls }),
  };
}
