import { systemClock } from '../../base/clock';
import type { Service } from '../../base/lifecycle';
import type { MaintenanceTask } from '../../delivery/tasks/maintenance';
import type { createCatalog } from '../../modules/catalog';
import type { Foundation } from '../../modules/foundation';
import type { Sending } from '../../modules/sending';
import type { FoundNodes } from '../../storage/open-folder';
import { createNodeWork } from './node-work';
import { createNodes } from './nodes';
import { createPeers, type ServedPeers } from './peers';

interface SharingParts {
  readonly found: FoundNodes;
  /** Built later. */
  readonly sending: () => Sending;
  /** `http://host:port` as this server listens. */
  readonly listens: () => string;
}

interface WorkParts {
  readonly sending: Sending;
  readonly catalog: ReturnType<typeof createCatalog>;
  readonly maintenance: (often: readonly MaintenanceTask[]) => readonly Service[];
}

export type Sharing = Awaited<ReturnType<typeof openSharing>>;

/**
 * What a server does because others share its database, and the only way to it: it is loaded with a database that they
 * can share.
 */
export async function openSharing(foundation: Foundation, { found, sending, listens }: SharingParts) {
  const { config, clock, newId, log, db, adminToken, secretKey } = foundation;
  const clusterSecret = config.clusterSecret ?? '';
  const nodes = await createNodes({
    ...{ config, found, newId, log, listens, secrets: { clusterSecret, adminToken, secretKey } },
    sending: () => sending().parts.delivery,
    sendsPerSecond: () => sending().parts.traffic.sendsPerSecond(),
  });
  const { cluster, changes } = nodes;
  // Real time, as for the membership.
  const peers = createPeers({ cluster, secret: clusterSecret, clock: systemClock, log });
  return {
    nodes,
    /** For the engine. The time of the database is the same on all nodes; a server that is given a clock lives by that. */
    engine: {
      isShared: true,
      sendRight: cluster.sendRight,
      otherSenders: peers.otherSenders,
      now: clock === systemClock ? () => cluster.now() : undefined,
    },
    serve: ({ stores, liveBus, parts }: Sending): ServedPeers =>
      peers.serve({ ...stores, ...parts, liveBus }),
    work: ({ sending: { parts, ...rest }, catalog, maintenance }: WorkParts) =>
      createNodeWork({
        ...{ cluster, changes, db, maintenance, log, sending: { parts, ...rest } },
        catalog: catalog.parts,
        lookup: parts.lookup,
      }),
  };
}
