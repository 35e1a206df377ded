import { systemClock } from '../base/clock';
import type { Cluster } from '../cluster/interface/cluster';
import { DEFAULT_NOTICE_AFTER_S } from '../contract/notice-channel';
import { resolveBySystem } from '../delivery/connection/guarded-lookup';
import { createSilentConsumers } from '../delivery/silent-consumers';
import type { BackupSchedule } from '../diagnostics/backup-schedule';
import { fullDisk } from '../diagnostics/self-check';
import type { DeliveryStateSources } from '../http/read-delivery-state';
import { createNoticeChannels } from '../notices/notice-channels';
import { NoticeDesk } from '../notices/notice-desk';
import { createNoticeFinder } from '../notices/notice-finder';
import { createNoticeSender } from '../notices/notice-sender';
import { isMove } from '../storage/node-table';
import { createSecretBox } from '../sync/secret-box';
import { VERSION } from '../version';
import { createDelayedEndpoints } from './delayed-endpoints';
import type { Foundation } from './foundation';
import type { Sending } from './sending';

interface NoticesParts {
  readonly sending: Sending;
  /** The nodes that share the database. Null: it is a file. */
  readonly cluster: Pick<Cluster, 'state'> | null;
  /** Null: this server is the only one. */
  readonly otherNodes: DeliveryStateSources['otherNodes'];
  readonly backupSchedule: BackupSchedule | null;
  /** See `OpenFolder`. */
  readonly endedUnasked: boolean;
}

/** What tells people: the channels, and the desk that looks for what is to be told. */
export function createNotices(foundation: Foundation, parts: NoticesParts) {
  const { config, clock, log, newId, db, file, secretKey, tunnel, mostOpenFiles, tls } = foundation;
  const { sending, cluster, otherNodes, backupSchedule, endedUnasked } = parts;
  const { stores, noticeOutbox } = sending;
  const { delivery, traffic, guard } = sending.parts;
  const { noticeChannelStore: channelStore, noticeStore: store, applications, endpoints, settings } = stores;
  const noticeChannels = createNoticeChannels({
    ...{ store: channelStore, applications, guard, clock, newId },
    box: createSecretBox(secretKey),
    enforceHttps: () => settings.current().enforceHttps,
  });
  const sendNotice = createNoticeSender({
    ...{ clock: systemClock, guard, resolve: resolveBySystem, tunnel, mostOpenFiles, version: VERSION },
    now: () => clock.now(),
  });
  const silentConsumers = createSilentConsumers(stores.silentConsumerStore, {
    polledMessages: stores.polledMessages,
    now: () => clock.now(),
  });
  const desk = new NoticeDesk({
    ...{ channelStore, store, secretOf: noticeChannels.secretOf, send: sendNotice },
    fullDisk: async () => (file === null ? null : fullDisk(config.dataDir)),
    ...{ db, endedUnasked, isShared: file === null, clock, newId, log },
    find: createNoticeFinder({
      ...{ store, clock, newId },
      noticeAfterMs: (config.noticeAfterS ?? DEFAULT_NOTICE_AFTER_S) * 1000,
      service: {
        backup: () => backupSchedule?.state() ?? null,
        certificate: () => tls?.leaf() ?? null,
        network: () => delivery.network(),
        // A program that moves the database has no address, and is no server.
        deadNodes: () => cluster?.state().nodes.filter((node) => node.diedAt !== null && !isMove(node)) ?? [],
      },
      delayed: createDelayedEndpoints({
        ...{ traffic, delivery, endpoints, otherNodes },
        sendingPausedSince: stores.sendingPause.since,
      }),
      silent: silentConsumers,
      async describe({ appId, endpointId }) {
        const endpoint = await endpoints.get(appId, endpointId);
        const application = endpoint && (await applications.get(appId));
        return application ? { url: endpoint.url, appName: application.name } : null;
      },
    }),
  });
  const wake = () => void desk.wake();
  noticeOutbox.onStored(wake);
  return { desk, parts: { noticeChannels, sendNotice, onNoticeChannelsChanged: wake, silentConsumers } };
}
