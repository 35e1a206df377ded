import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { BackgroundTaskData } from '../contract/operational-webhook';
import type { LiveBus } from '../live/live-bus';
import type { TrafficSink } from '../live/traffic-sink';
import { judgeMessages } from '../message-filter/judge-messages';
import type { Tunnel } from '../outbound/tunnel';
import type { ApplicationStore } from '../storage/application-store';
import type { DeprecationStore } from '../storage/catalog/deprecation-store';
import type { DisabledReason, EndpointRecord } from '../storage/endpoint-record';
import type { EndpointChangeListener, EndpointStore } from '../storage/endpoint-store';
import type { DeliveryStore } from '../storage/messages/delivery-store';
import type { ExplanationStore } from '../storage/messages/explanation-store';
import type { MessageWriter } from '../storage/messages/message-store';
import type { ReplayStore } from '../storage/messages/replay-store';
import { type Cancellation, createCancellation } from './cancellation';
import type { AddressGuard } from './connection/address-guard';
import { deprecationHeaders } from './connection/deprecation-headers';
import type { ResolveName } from './connection/guarded-lookup';
import { ShortageWatch } from './connection/resource-shortage';
import { createSender, type Sender } from './connection/sender';
import type { OwnTarget } from './connection/target-connect';
import { withTrace } from './connection/trace-headers';
import { type AcceptedMessage, createMessageIntake, type MessageInput } from './create-message';
import { customerTraffic } from './customer-traffic';
import type { AskFiltersOf } from './endpoints/ask-filters';
import { EndpointDirectory } from './endpoints/endpoint-directory';
import { FailureWatch } from './endpoints/failure-watch';
import { createFilterReasons, type FilterReasons } from './endpoints/filter-reasons';
import { createFindEndpoint } from './endpoints/find-endpoint';
import { type FindGroupNames, noGroupNames } from './endpoints/group-names';
import type { MessageTraits } from './endpoints/match-endpoints';
import { NO_OTHER_SENDERS, type OtherSenders, SENDS_TO_ALL, type SendRight } from './endpoints/send-right';
import type { ShareConfiguration } from './endpoints/shared-configuration';
import { Capacity } from './engine/capacity';
import { Engine } from './engine/engine';
import { type NetworkState, NetworkWatch } from './engine/network-watch';
import { createAttemptRecorder } from './engine/record-attempt';
import { createRetryPolicy, longestWaitMs, type RetrySettings } from './engine/retry-policy';
import { createMessageExplainer, type MessageExplainer } from './explain/explain-message';
import { createMessageRetries, type MessageRetries } from './message-retries';
import { createOperationalOutbox, type NoticeWriter } from './operational/operational-outbox';
import { createOrderedHeads, type OrderedHeads } from './ordered-heads';
import { createQueueViews, type Pace } from './queue-views';
import { reloadApplication } from './reload-application';
import { createSharedSending, type SharedSending } from './shared-sending';
import { createSteadyTime } from './steady-time';
import { type ChangeTaker, createChangeTaker, takeOwnChanges } from './take-changes';
import { createReplays, type Replays } from './tasks/replay';
import { createReplayTasks } from './tasks/replay-task';
import type { TaskRunner } from './tasks/task-runner';

/**
 * The delivery engine as the rest of the server sees it. `start` picks up what the database says is waiting; `stop`
 * sends nothing new, waits up to ten seconds for what is in flight, and records how it ended.
 */
export interface Delivery extends Service, SharedSending, ChangeTaker {
  /**
   * Stores a message with one delivery per matching endpoint; on disk when it resolves.
   * @throws ApiError conflict for a repeated event id, disk_full, unavailable
   */
  createMessage(input: MessageInput): Promise<AcceptedMessage>;
  /**
   * Queues one more send of a stored message, bypassing the endpoint's filters. The caller has checked that message and
   * endpoint belong to the same application. A paused endpoint holds it like any other delivery.
   * @throws ApiError not_found, endpoint_disabled, missing_payload
   */
  resend(messageId: string, endpointId: string): Promise<void>;
  /** Sends past messages to an endpoint again: waiting ones now, failed ones, missing ones, any. */
  readonly replays: Replays;
  /** Sends one message now wherever it waits for a retry. */
  readonly retries: MessageRetries;
  /** Cancels what waits for an endpoint. */
  readonly cancellation: Cancellation;
  /** What ordered endpoints get before everything else. */
  readonly heads: OrderedHeads;
  /** Whether an endpoint of the application that is not disabled would get such a message, whatever is in it. */
  wouldReach(appId: string, message: MessageTraits): Promise<boolean>;
  /** Why a message did, or did not, arrive at endpoints of its application. */
  readonly explain: MessageExplainer;
  /** Why a message does not match filters of endpoints of its application. */
  readonly filterReasons: FilterReasons;
  /** How fast an endpoint is sent to right now. */
  paceOf(endpoint: EndpointRecord): Pace;
  /** As in its pace. */
  heldForMs(endpointId: string): Pace['heldForMs'];
  /** When the oldest delivery was due that waits for the limit (ms since 1970). Null: none does, or something else holds it. */
  limitedSince(endpoint: EndpointRecord): number | null;
  /** All living endpoints of applications. */
  endpointIds(): Iterable<string>;
  /** The endpoints of one application. */
  endpointIdsOf(applicationId: string): Iterable<string>;
  /** Sends nothing while `isHeld`, because the database cannot record the outcome. */
  hold(isHeld: boolean): void;
  /** The machine is about to sleep: sends nothing until `wake`. */
  sleep(): void;
  /** The machine has slept: goes on, with what became due meanwhile. */
  wake(): void;
  /** All sending was paused or resumed. */
  sendingChanged(): void;
  /** Requests in flight, and endpoints that got something, or wait for it, since the start. */
  load(): { readonly inFlight: number; readonly queues: number };
  /**
   * What this machine lacks to open connections, or what is wrong with the proxy, in a sentence or two, and how many
   * sends a lack has postponed.
   */
  shortage(): { readonly sentence: string | null; readonly putOff: number };

  /** Whether this computer has a way out. */
  network(): NetworkState;

  /**
   * Reads an application with its endpoints and their secrets, which another process has changed, and takes over what
   * differs. Only where there is `shareConfiguration`.
   * @returns whether there is such an application
   */
  reloadApplication(appId: string): Promise<boolean>;
  /** Tells operational endpoints about changes to endpoints; for the store that makes them. */
  readonly onChange: EndpointChangeListener;
  /** Stores notices to operational endpoints, and whether any endpoint may want them. */
  readonly notices: NoticeWriter;
  /** Tells operational endpoints that a background task has ended, once that is on disk. */
  taskFinished(task: BackgroundTaskData): Promise<void>;
  /** Consent to a target was withdrawn: kept-alive connections to it are closed. */
  consentRevoked(): void;
}

/** What the engine is built from. */
export interface DeliveryParts {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly applications: ApplicationStore;
  readonly endpoints: EndpointStore;
  readonly messages: MessageWriter;
  /** Absent: no other process changes applications. */
  readonly shareConfiguration?: ShareConfiguration | undefined;
  readonly deliveries: DeliveryStore;
  readonly explanations: ExplanationStore;
  readonly replays: ReplayStore;
  /** Custom group names of event types; absent: every group follows the names of its types. */
  readonly findGroupNames?: FindGroupNames;
  /** Judges messages by the filters of endpoints; in this thread when absent. */
  readonly askFilters?: AskFiltersOf;
  /** Does the long work; start it after the engine, and stop it before. */
  readonly tasks: TaskRunner;
  readonly liveBus: LiveBus;
  /** Told about all traffic. */
  readonly traffic: TrafficSink;
  readonly guard: AddressGuard;
  readonly retry: RetrySettings;
  /** How long a receiver may take for its whole response, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** How long a delivery is kept after it ended, in milliseconds. Absent: for ever. */
  readonly retentionMs?: number;
  /** Version in the user-agent header. */
  readonly version: string;
  /** True: only the `webhook-*` headers are sent, no `svix-*`. Read for each send. */
  readonly whitelabel: () => boolean;
  /** The deprecated event types, whose messages say so. Absent: none do. */
  readonly deprecations?: DeprecationStore;
  /** False: they say nothing. Read for each send; they do when absent. */
  readonly announcesDeprecation?: () => boolean;
  /** False: the trace of a message ends here. Read for each send; it goes on when absent. */
  readonly passesTraces?: () => boolean;
  /**
   * Disables an endpoint whose receiver wants no more (410, or `webhook-delivery: disable`), or whose attempts have all
   * failed for too long, and calls `endpointChanged`; resolves when that is on disk.
   */
  readonly disableEndpoint: (endpointId: string, reason: Exclude<DisabledReason, 'manual'>) => Promise<void>;
  /** How long all attempts of an endpoint may fail before it is disabled, in milliseconds. Null or absent: forever. */
  readonly disableAfterMs?: () => number | null;
  /** Since when all sending is paused, in milliseconds since 1970. Null or absent: it is not. */
  readonly sendingPausedSince?: () => number | null;
  /** Which endpoints this process sends to; absent: all. `sendingChanged` tells that refused sends may start again. */
  readonly sendRight?: SendRight | undefined;
  /** Who sends to the others. */
  readonly otherSenders?: OtherSenders | undefined;
  /** Milliseconds since 1970, never going backwards, by which due times are measured; those of `clock` when absent. */
  readonly now?: (() => number) | undefined;
  /** By which old secrets expire, in milliseconds since 1970; the clock when absent. */
  readonly expiryNow?: (() => number) | undefined;
  /** How busy this process is, see `createLoopShare`; never busy when absent. */
  readonly loopShare?: () => number;
  /** Numbers from 0 up to 1, for spreading retries; Math.random when absent. */
  readonly random?: () => number;
  /** The name service; the system's when absent. */
  readonly resolve?: ResolveName;
  /** The proxy on the way out. Null or absent: there is none. */
  readonly tunnel?: Tunnel | null | undefined;
  /** How many files and connections this process may have open; absent: there is no limit. */
  readonly mostOpenFiles?: number | undefined;
  /** This server itself, if it speaks https. Null or absent: it speaks plain http. */
  readonly ownTarget?: OwnTarget | null | undefined;
  /** What makes the requests; when absent, one that sends them over the network. */
  readonly sender?: Sender;
}

export function createDelivery(parts: DeliveryParts): Delivery {
  const { clock, log, deliveries, announcesDeprecation = () => true, passesTraces = () => true } = parts;
  const now = parts.now ?? createSteadyTime(clock);
  const expiryNow = parts.expiryNow ?? (() => clock.now());
  const sendRight = parts.sendRight ?? SENDS_TO_ALL;
  const directory = new EndpointDirectory();
  const traffic = customerTraffic(parts.traffic, (endpointId) => directory.isOperational(endpointId));
  const failures = new FailureWatch();
  const sender =
    parts.sender ??
    createSender({
      clock,
      guard: parts.guard,
      timeoutMs: parts.requestTimeoutMs,
      version: parts.version,
      tunnel: parts.tunnel,
      expiryNow,
      mostOpenFiles: parts.mostOpenFiles,
      ownTarget: parts.ownTarget,
      ...(parts.resolve && { resolve: parts.resolve }),
    });
  const shortages = new ShortageWatch(clock, log);
  const network = new NetworkWatch({
    clock,
    log,
    isFailing: (endpointId) => failures.isFailing(endpointId),
    onChange: () => parts.liveBus.publish({ kind: 'network-changed' }),
  });
  const retryPolicy = createRetryPolicy(parts.retry, parts.random ?? Math.random);
  const outbox = createOperationalOutbox({
    ...parts,
    now,
    directory,
    queue: (endpointId, waiting, content) => engine.add(endpointId, waiting, content),
  });
  const recorder = createAttemptRecorder({
    ...parts,
    now,
    retryPolicy,
    traffic,
    failures,
    outbox,
    sendRight,
    isCurrent: (endpoint) => directory.endpoint(endpoint.id)?.url === endpoint.url,
    async disableIfFailing(endpointId, finishedAt) {
      const limitMs = parts.disableAfterMs?.() ?? null;
      if (!failures.isTooLong({ endpointId, succeeded: false, finishedAt }, limitMs)) return;
      if (directory.endpoint(endpointId)?.disabled !== false) return;
      try {
        await parts.disableEndpoint(endpointId, 'failing');
      } catch (cause) {
        // The next failure comes to the same result.
        log.error({ err: cause, endpointId }, 'could not disable an endpoint that fails');
      }
    },
  });
  const engine = new Engine({
    clock,
    now,
    log,
    deliveries,
    directory,
    sender,
    recorder,
    shortages,
    network,
    traffic,
    capacity: new Capacity(clock, parts.loopShare ?? (() => 0), sendRight),
    sendRight,
    otherSenders: parts.otherSenders ?? NO_OTHER_SENDERS,
    whitelabel: parts.whitelabel,
    noteOf({ eventType, trace }, target) {
      const deprecation = parts.deprecations?.find(eventType);
      const note = deprecation && announcesDeprecation() ? deprecationHeaders(deprecation) : undefined;
      return trace && passesTraces() ? withTrace(note, trace, target) : note;
    },
    disableEndpoint: (endpointId) => parts.disableEndpoint(endpointId, 'receiver'),
  });
  const pausedSince = parts.sendingPausedSince ?? (() => null);
  let isLost = false;
  let isAsleep = false;
  const hold = () => engine.hold(isLost || isAsleep || pausedSince() !== null);
  const taker = createChangeTaker({ directory, engine, traffic, failures });
  const configuration = parts.shareConfiguration?.((appId, ownChangesOf) =>
    reloadApplication({ ...parts, ...taker, directory, now: expiryNow, ownChangesOf }, appId),
  );
  const findEndpoint = createFindEndpoint(directory, configuration);
  const findGroupNames = parts.findGroupNames ?? noGroupNames;
  const askFilters = parts.askFilters ?? (() => judgeMessages);
  const retries = createMessageRetries({
    retries: parts.replays,
    deliveries,
    directory,
    findEndpoint,
    engine,
    pausedSince,
    now,
  });
  const intake = createMessageIntake({
    ...parts,
    ...{ now, directory, configuration, findEndpoint, findGroupNames, askFilters, engine, retries, traffic },
  });
  const filterReasons = createFilterReasons({ store: parts.replays, askFilters });
  const explain = createMessageExplainer({
    now,
    filterReasons,
    store: parts.explanations,
    directory,
    findGroupNames,
    engine,
    clock,
    retry: parts.retry,
    retentionMs: parts.retentionMs ?? Number.POSITIVE_INFINITY,
    pausedSince,
    network,
    sendRight,
  });

  const views = createQueueViews({
    now,
    directory,
    queues: engine.queues,
    network,
    clock,
    pausedSince,
    isFailing: (endpointId) => failures.isFailing(endpointId),
  });
  const shared = createSharedSending({
    engine,
    directory,
    deliveries,
    failures,
    traffic,
    sendRight,
    now,
    look: views.look,
    findEndpoint,
  });
  const { tasks, replays: store } = parts;
  const replayParts = { store, findEndpoint, engine, now, pausedSince, askFilters };
  for (const kind of createReplayTasks({ ...replayParts, directory })) tasks.register(kind);

  return {
    name: 'delivery',
    async start() {
      await configuration?.load();
      await directory.load(parts.applications, parts.endpoints, expiryNow());
      for (const id of directory.endpointIds()) {
        const endpoint = directory.endpoint(id);
        if (endpoint) failures.load(endpoint);
      }
      await shared.beginTraffic(sendRight.covers);
      await deliveries.pullForward(now(), now() + longestWaitMs(parts.retry));
      hold();
      await engine.start();
    },
    stop: () => engine.stop(),
    ...shared,
    createMessage: intake.create,
    resend: intake.resend,
    cancellation: createCancellation({ deliveries, engine, now }),
    heads: createOrderedHeads({ ...parts, engine, now }),
    replays: createReplays({ ...replayParts, tasks, paceOf: views.paceOf }),
    retries,
    wouldReach: intake.wouldReach,
    limitedSince: views.limitedSince,
    paceOf: views.paceOf,
    heldForMs: views.heldForMs,
    explain,
    filterReasons,
    endpointIdsOf: (applicationId) => [...directory.endpointsOf(applicationId)].map(({ id }) => id),
    endpointIds: () => [...directory.endpointIds()].filter((id) => !directory.isOperational(id)),
    hold(isHeld) {
      isLost = isHeld;
      hold();
    },
    sleep() {
      isAsleep = true;
      hold();
    },
    wake() {
      isAsleep = false;
      hold();
      engine.wake();
    },
    sendingChanged: hold,
    load: () => engine.load(),
    shortage: () => ({
      sentence: shortages.current() ?? parts.tunnel?.trouble() ?? null,
      putOff: shortages.putOff,
    }),
    network: () => network.state,
    ...(configuration ? takeOwnChanges(taker, directory, configuration) : taker),
    reloadApplication: async (appId) => (await configuration?.reload(appId)) ?? false,
    onChange: outbox.onChange,
    notices: { store: outbox.storeNotices, tell: outbox.tell, isWanted: () => directory.hasOperational() },
    taskFinished: outbox.taskFinished,
    consentRevoked: () => sender.dropRefused(),
  };
}
