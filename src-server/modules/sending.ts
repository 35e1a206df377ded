import { createLoopShare } from '../base/loop-share';
import type { SureTime } from '../base/time-watch';
import { createComparison } from '../catalog/comparison';
import { createFilterJudge, type FilterJudge } from '../catalog/filter-judge';
import { DEFAULT_RETRY_SCHEDULE_S } from '../config';
import { type AddressGuard, createAddressGuard } from '../delivery/connection/address-guard';
import { resolveBySystem } from '../delivery/connection/guarded-lookup';
import { type CheckLookAddress, createLookAddressCheck } from '../delivery/connection/look-address';
import { createDelivery, type Delivery, type DeliveryParts } from '../delivery/delivery';
import type { OtherSenders, SendRight } from '../delivery/endpoints/send-right';
import { createPurgeTask } from '../delivery/tasks/purge-task';
import { createTaskRunner, type TaskRunner } from '../delivery/tasks/task-runner';
import { isLoopback } from '../host-names';
import { type ApplicationLookup, createApplicationLookup } from '../http/pipeline/application-lookup';
import { createLiveBus, type SharedLiveBus } from '../live/live-bus';
import { Traffic } from '../live/traffic';
import { createAppStatsTask, createEventTypeUsageTask } from '../live/usage-tasks';
import { createNoticeOutbox } from '../notices/notice-outbox';
import type { ApplicationRecord } from '../storage/application-store';
import type { EndpointRecord } from '../storage/endpoint-record';
import type { EndpointChangeListener } from '../storage/endpoint-store';
import type { MessageWriter } from '../storage/messages/message-store';
import { openStores, type Stores } from '../storage/stores';
import { VERSION } from '../version';
import type { Foundation } from './foundation';

/**
 * The shortest wait after a receiver was too slow, or sent 429 without saying when it is ready: it needs a pause, not
 * the next knock.
 */
const OVERLOAD_WAIT_MS = 60_000;
const HOUR_MS = 3_600_000;

interface SendingParts {
  readonly time: SureTime;
  /** Where this server listens. Known once it has started. */
  readonly port: () => number;
  /** See `DeliveryParts`. */
  readonly sendRight?: SendRight | undefined;
  readonly otherSenders?: OtherSenders | undefined;
  readonly now?: (() => number) | undefined;
  /** See `TaskRunnerParts`. */
  readonly isShared?: boolean;
  /** Where other processes use the database too: what the engine has in place of the writer of messages. */
  readonly share?: (messages: MessageWriter) => Pick<DeliveryParts, 'messages' | 'shareConfiguration'>;
}

/** The sending half of a server: it works without any request from outside. */
export interface Sending {
  readonly stores: Stores;
  readonly liveBus: SharedLiveBus;
  /** What people are to be told of endpoints, as it is stored with their changes. */
  readonly noticeOutbox: ReturnType<typeof createNoticeOutbox>;
  /** What its operations work on. */
  readonly parts: {
    readonly tasks: TaskRunner;
    readonly traffic: Traffic;
    readonly guard: AddressGuard;
    readonly checkLookAddress: CheckLookAddress;
    readonly delivery: Delivery;
    readonly filterJudge: FilterJudge;
    readonly lookup: ApplicationLookup;
    readonly onSendingChanged: () => void;
    readonly onApplicationsChanged: () => void;
    readonly onApplicationChanged: (application: ApplicationRecord) => void;
    readonly onApplicationDeleted: (applicationId: string) => void;
    readonly onEndpointChanged: (endpoint: EndpointRecord) => void;
    readonly onEndpointDeleted: (endpointId: string) => void;
    readonly onSecretRotated: Delivery['secretRotated'];
    readonly onConsentRevoked: Delivery['consentRevoked'];
  };
}

/** Opens the stores and builds the engine on them, with the settings and limits of `config`. Starts nothing yet. */
export async function createSending(foundation: Foundation, parts: SendingParts): Promise<Sending> {
  const { config, clock, log, newId, db, workers, tunnel, mostOpenFiles, tls } = foundation;
  const { time, sendRight, otherSenders, now, isShared = false, share } = parts;
  const compare = createComparison(workers);
  const filterJudge = createFilterJudge(workers);
  const liveBus = createLiveBus(clock);
  // The stores report changes to the engine, and the engine is built on the stores.
  const fixed = config.httpsOnly ? { enforceHttps: true } : {};
  const noticeOutbox = createNoticeOutbox({ newId, now: () => clock.now() });
  const onEndpointChange: EndpointChangeListener = async (tx, change) => {
    const onStored = await noticeOutbox.onChange(tx, change);
    const announce = await delivery.onChange(tx, change);
    return () => {
      onStored();
      announce();
    };
  };
  const stores = await openStores(db, onEndpointChange, compare, fixed);
  const { endpoints, eventTypes, settings } = stores;
  const lookup = createApplicationLookup(stores.applications);
  const tasks = createTaskRunner({
    store: stores.taskStore,
    clock,
    newId,
    log,
    liveBus,
    isShared,
  });
  const traffic = new Traffic({
    clock,
    log,
    store: stores.trafficStore,
    keepsAll: () => time.isDoubted(),
  });
  const guard = createAddressGuard({
    allowTargets: config.allowTargets,
    // Consent for this machine only: anyone who can reach a server that listens to others is not its operator.
    allowLoopback: config.workstation && isLoopback(config.host),
    consents: stores.targetConsents.current,
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
    ...stores,
    messages: stores.messageWriter,
    ...share?.(stores.messageWriter),
    findGroupNames: eventTypes.findGroupNames,
    askFilters: (appId) => (question) =>
      filterJudge(question, { caller: { key: `messages of ${appId}`, allowance: null } }),
    tasks,
    liveBus,
    traffic,
    guard,
    retry: {
      get scheduleS() {
        return settings.current().retryPolicy ?? config.retryScheduleS;
      },
      // Explicitly chosen waits are used unchanged.
      get overloadWaitMs() {
        return this.scheduleS === DEFAULT_RETRY_SCHEDULE_S ? OVERLOAD_WAIT_MS : 0;
      },
    },
    tunnel,
    mostOpenFiles,
    ownTarget: tls && {
      isAt: (host, port) => port === parts.port() && (isLoopback(host) || host === config.host),
      certificate: tls.leaf,
    },
    sendRight,
    otherSenders,
    now,
    expiryNow: () => time.now(),
    sendingPausedSince: stores.sendingPause.since,
    requestTimeoutMs: config.requestTimeoutS * 1000,
    retentionMs: config.retentionDays * 24 * HOUR_MS,
    version: VERSION,
    loopShare: createLoopShare(),
    announcesDeprecation: () => settings.current().announceDeprecation,
    passesTraces: () => settings.current().passTraceContext,
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
      settings.current().disableEndpointOnFailure && config.disableAfterHours > 0 && !time.isDoubted()
        ? config.disableAfterHours * HOUR_MS
        : null,
  });
  tasks.register(createEventTypeUsageTask(stores.usage));
  tasks.register(createAppStatsTask(stores.usage));
  tasks.register(createPurgeTask(stores.messages));
  tasks.onFinished((record, endedHere) => {
    if (!endedHere) return;
    const { id, task, status, data } = tasks.present(record);
    delivery
      .taskFinished({ taskId: id, task, status, data })
      .catch((cause: unknown) => log.error({ err: cause, taskId: id }, 'could not tell that a task ended'));
  });
  return {
    stores,
    liveBus,
    noticeOutbox,
    parts: {
      tasks,
      traffic,
      guard,
      checkLookAddress: createLookAddressCheck({ clock, guard, resolve: resolveBySystem, tunnel }),
      delivery,
      filterJudge,
      lookup,
      onSendingChanged() {
        delivery.sendingChanged();
        liveBus.publish({ kind: 'sending-changed' });
      },
      onApplicationsChanged,
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
      onSecretRotated: delivery.secretRotated,
      onConsentRevoked: delivery.consentRevoked,
    },
  };
}
