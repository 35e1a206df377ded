import type { Service } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import type { FlagReleases } from '../../catalog/flag-releases';
import { type MaintenanceTask, untilNoneIsLeft } from '../../delivery/tasks/maintenance';
import type { ApplicationLookup } from '../../http/pipeline/application-lookup';
import type { createCatalog } from '../../modules/catalog';
import type { Sending } from '../../modules/sending';
import type { ChangeLog } from '../../storage/change-log';
import type { Database } from '../../storage/database';
import { createApplicationVersionStore } from '../../storage/postgres/application-version-store';
import { removeOldChanges } from '../../storage/postgres/postgres-change-log';
import { createHousekeptServices } from '../housekept-services';
import type { Cluster } from '../interface/cluster';
import { createNodeChanges } from './node-changes';

interface NodeWorkParts {
  readonly cluster: Pick<Cluster, 'isHousekeeper' | 'onHousekeeping' | 'onBeat' | 'onRejoined'>;
  /** Opened before `sending` was created. */
  readonly changes: ChangeLog;
  readonly db: Database;
  readonly sending: Sending;
  readonly catalog: Pick<
    ReturnType<typeof createCatalog>['parts'],
    'catalogOutdated' | 'onSettingsChanged'
  > & {
    readonly flagReleases: Service & Pick<FlagReleases, 'wake'>;
    readonly eventTypeNotices: Service;
  };
  readonly lookup: Pick<ApplicationLookup, 'forget'>;
  /** Removes old data, and with it, each minute, what is given. */
  readonly maintenance: (often: readonly MaintenanceTask[]) => readonly Service[];
  /** Tells people what happens. */
  readonly noticeDesk: Service;
  readonly log: Log;
}

const CHANGES_PER_WRITE = 1000;

/**
 * What a node does because others share its database: it reads again what they changed, and runs what must run once
 * while it keeps house. Start it after the engine and before this node joins; background tasks run in it.
 */
export function createNodeWork(parts: NodeWorkParts): readonly Service[] {
  const { cluster, changes, db, sending, catalog, lookup, log } = parts;
  const { tasks, delivery } = sending.parts;
  const versions = createApplicationVersionStore(db);
  const oldChanges = untilNoneIsLeft('old changes', CHANGES_PER_WRITE, (_now, limit) =>
    removeOldChanges(db, limit),
  );
  return [
    createHousekeptServices({
      cluster,
      log,
      services: () => [
        ...parts.maintenance([oldChanges]),
        catalog.flagReleases,
        catalog.eventTypeNotices,
        parts.noticeDesk,
        tasks,
      ],
    }),
    createNodeChanges({
      cluster,
      changes,
      log,
      stores: sending.stores,
      sending: { tasks, delivery },
      reloadApplication: delivery.reloadApplication,
      applicationIds: async () => (await versions.readAll()).keys(),
      lookup,
      catalog,
      tell: sending.liveBus.relay,
    }),
  ];
}
