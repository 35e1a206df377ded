import { systemClock } from '../../base/clock';
import type { Service } from '../../base/lifecycle';
import type { SureTime } from '../../base/time-watch';
import type { ReadApplication } from '../../delivery/endpoints/shared-configuration';
import type { MaintenanceTask } from '../../delivery/tasks/maintenance';
import type { createCatalog } from '../../modules/catalog';
import type { Foundation } from '../../modules/foundation';
import type { Sending } from '../../modules/sending';
import type { MessageWriter } from '../../storage/messages/message-store';
import type { FoundNodes } from '../../storage/open-folder';
import { createApplicationVersionStore } from '../../storage/postgres/application-version-store';
import { createClaimStore } from '../../storage/postgres/claim-store';
import { createPatientMessageWriter } from '../../storage/postgres/patient-message-writer';
import { createSharedConfiguration } from '../shared-configuration';
import { createNodeWork } from './node-work';
import { createNodes } from './nodes';
import { createPeers, type ServedPeers } from './peers';
import { createSharedIdempotency } from './shared-idempotency';

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
  /** Tells people what happens. */
  readonly noticeDesk: Service;
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
      share: (messages: MessageWriter) => ({
        messages: createPatientMessageWriter(messages, clock),
        shareConfiguration: (readApplication: ReadApplication) =>
          createSharedConfiguration({ versions: createApplicationVersionStore(db), readApplication }),
      }),
    },
    idempotency: (time: SureTime) =>
      createSharedIdempotency({ claims: createClaimStore(db), clock, now: () => time.now() }),
    serve: ({ stores, liveBus, parts }: Sending): ServedPeers =>
      peers.serve({ ...stores, ...parts, liveBus }),
    work: ({ sending: { parts, ...rest }, catalog, maintenance, noticeDesk }: WorkParts) =>
      createNodeWork({
        ...{ cluster, changes, db, maintenance, noticeDesk, log, sending: { parts, ...rest } },
        catalog: catalog.parts,
        lookup: parts.lookup,
      }),
  };
}
