import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { BackgroundTaskData } from '../contract/operational-webhook';
import type { LiveBus } from '../live/live-bus';
import type { TrafficSink } from '../live/traffic-sink';
import type { QueueView } from '../live/traffic-state';
import type { Tunnel } from '../outbound/tunnel';
import type { ApplicationRecord, ApplicationStore } from '../storage/application-store';
import type { DeliveryStore } from '../storage/delivery-store';
import type { DisabledReason, EndpointRecord } from '../storage/endpoint-record';
import type { EndpointChangeListener, EndpointStore, OldSecret } from '../storage/endpoint-store';
import type { ExplanationStore } from '../storage/explanation-store';
import type { MessageWriter } from '../storage/message-store';
import type { ReplayStore } from '../storage/replay-store';
import type { AddressGuard } from './address-guard';
import { type Cancellation, createCancellation } from './cancellation';
import { Capacity } from './capacity';
import { type AcceptedMessage, createMessageIntake, type MessageInput } from './create-message';
import { customerTraffic } from './customer-traffic';
import { EndpointDirectory } from './endpoint-directory';
import { Engine } from './engine';
import { createMessageExplainer, type MessageExplainer } from './explain-message';
import { FailureWatch } from './failure-watch';
import { type FindGroupNames, noGroupNames } from './group-names';
import type { ResolveName } from './guarded-lookup';
import type { MessageTraits } from './match-endpoints';
import { createMessageRetries, type MessageRetries } from './message-retries';
import { createOperationalOutbox } from './operational-outbox';
import { createAttemptRecorder } from './record-attempt';
import { createReplays, type Replays } from './replay';
import { createReplayTasks } from './replay-task';
import { ShortageWatch } from './resource-shortage';
import { createRetryPolicy, longestWaitMs, type RetrySettings } from './retry-policy';
import { createSender, type Sender } from './sender';
import { createSteadyTime } from './steady-time';
import type { TaskRunner } from './task-runner';

/** How fast messages are sent to an endpoint, and what keeps that below its limit. */
export interface Pace {
  /** The effective limit, in messages per second. Null: none. */
  readonly rateLimit: number | null;
  /** The factor by which the limit's distance between two sends is stretched; 1 when nothing is wrong. */
  readonly slowness: number;
  /** How much longer nothing is sent because the receiver asked for a pause, in milliseconds. Null: it did not ask. */
  readonly heldForMs: number | null;
}

/**
 * The delivery engine as the rest of the server sees it. `start` picks up what the database says is waiting; `stop`
 * sends nothing new, waits up to ten seconds for what is in flight, and records how it ended.
 */
export interface Delivery extends Service {
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
  /** Whether an endpoint of the application that is not disabled would get such a message. */
  wouldReach(appId: string, message: MessageTraits): Promise<boolean>;
  /** Why a message did, or did not, arrive at endpoints of its application. */
  readonly explain: MessageExplainer;

  /** How fast an endpoint is sent to right now. */
  paceOf(endpoint: EndpointRecord): Pace;
  /** As in its pace. */
  heldForMs(endpointId: string): Pace['heldForMs'];
  /** When the delivery that leaves next was due, in milliseconds since 1970. Null: nothing is due. */
  oldestDueAt(endpointId: string): number | null;
  /** All living endpoints of applications. */
  endpointIds(): Iterable<string>;
  /** The endpoints of one application. */
  endpointIdsOf(applicationId: string): Iterable<string>;
  /** Sends nothing while `isHeld`, because the database cannot record the outcome. */
  hold(isHeld: boolean): void;
  /** Requests in flight, and endpoints that got something, or wait for it, since the start. */
  load(): { readonly inFlight: number; readonly queues: number };
  /**
   * What this machine lacks to open connections, or what is wrong with the proxy, in a sentence or two, and how many
   * sends a lack has postponed.
   */
  shortage(): { readonly sentence: string | null; readonly putOff: number };

  // The caller has written these to the database; the engine updates its picture in memory from them. Each one also
  // covers creation. They apply to the next message.
  applicationChanged(application: ApplicationRecord): void;
  applicationDeleted(applicationId: string): void;
  endpointChanged(endpoint: EndpointRecord): void;
  endpointDeleted(endpointId: string): void;
  /** After a rotation: the endpoint with its new secret, and every older secret that still signs. */
  secretRotated(endpoint: EndpointRecord, oldSecrets: readonly OldSecret[]): void;
  /** Tells operational endpoints about changes to endpoints; for the store that makes them. */
  readonly onChange: EndpointChangeListener;
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
  readonly deliveries: DeliveryStore;
  readonly explanations: ExplanationStore;
  readonly replays: ReplayStore;
  /** Custom group names of event types; absent: every group follows the names of its types. */
  readonly findGroupNames?: FindGroupNames;
  /** Does the long work; start it after the engine, and stop it before. */
  readonly tasks: TaskRunner;
  readonly liveBus: LiveBus;
  /** Told about all traffic. */
  readonly traffic: TrafficSink;
  readonly guard: AddressGuard;
  readonly retry: RetrySettings;
  /** How long a receiver may take for its whole answer, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** Version in the user-agent header. */
  readonly version: string;
  /** True: only the `webhook-*` headers are sent, no `svix-*`. Read for each send. */
  readonly whitelabel: () => boolean;
  /**
   * Disables an endpoint whose receiver wants no more (410, or `webhook-delivery: disable`), or whose attempts have all
   * failed for too long, and calls `endpointChanged`; resolves when that is on disk.
   */
  readonly disableEndpoint: (endpointId: string, reason: Exclude<DisabledReason, 'manual'>) => Promise<void>;
  /** How long all attempts of an endpoint may fail before it is disabled, in milliseconds. Null or absent: forever. */
  readonly disableAfterMs?: () => number | null;
  /** How busy this process is, see `createLoopShare`; never busy when absent. */
  readonly loopShare?: () => number;
  /** Numbers from 0 up to 1, for spreading retries; Math.random when absent. */
  readonly random?: () => number;
  /** The name service; the system's when absent. */
  readonly resolve?: ResolveName;
  /** The proxy on the way out. Null or absent: there is none. */
  readonly tunnel?: Tunnel | null | undefined;
  /** What makes the requests; when absent, one that sends them over the network. */
  readonly sender?: Sender;
}

export function createDelivery(parts: DeliveryParts): Delivery {
  const { clock, log, deliveries } = parts;
  const now = createSteadyTime(clock);
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
      ...(parts.resolve && { resolve: parts.resolve }),
    });
  const shortages = new ShortageWatch(clock, log);
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
    traffic,
    capacity: new Capacity(clock, parts.loopShare ?? (() => 0)),
    whitelabel: parts.whitelabel,
    disableEndpoint: (endpointId) => parts.disableEndpoint(endpointId, 'receiver'),
  });
  const findGroupNames = parts.findGroupNames ?? noGroupNames;
  const intake = createMessageIntake({ ...parts, now, directory, findGroupNames, engine, traffic });
  const explain = createMessageExplainer({
    now,
    store: parts.explanations,
    directory,
    findGroupNames,
    engine,
    clock,
    retry: parts.retry,
  });

  const look = (endpointId: string): QueueView | undefined => {
    const endpoint = directory.endpoint(endpointId);
    return (
      endpoint && {
        appId: endpoint.appId,
        held: endpoint.disabled ? 'disabled' : endpoint.paused ? 'paused' : null,
        rateLimit: directory.rateLimitOf(endpoint),
        oldestDueAt: engine.oldestDueAt(endpointId),
        ...engine.queueLoadOf(endpointId),
      }
    );
  };

  const heldForMs = (endpointId: string) => {
    const heldForUs = (engine.backOffOf(endpointId)?.heldUntilUs ?? 0) - clock.monotonicUs();
    return heldForUs > 0 ? Math.ceil(heldForUs / 1000) : null;
  };
  const paceOf = (endpoint: EndpointRecord): Pace => ({
    rateLimit: directory.rateLimitOf(endpoint),
    slowness: engine.backOffOf(endpoint.id)?.slowness ?? 1,
    heldForMs: heldForMs(endpoint.id),
  });
  const { tasks, replays: store } = parts;
  for (const kind of createReplayTasks({ now, store, directory, engine })) tasks.register(kind);

  return {
    name: 'delivery',
    async start() {
      await directory.load(parts.applications, parts.endpoints, clock.now());
      for (const id of directory.endpointIds()) {
        const endpoint = directory.endpoint(id);
        if (endpoint) failures.load(endpoint);
      }
      traffic.begin(await deliveries.countAllWaiting(), await deliveries.countLater(now()), look);
      await deliveries.pullForward(now(), now() + longestWaitMs(parts.retry));
      await engine.start();
    },
    stop: () => engine.stop(),
    createMessage: intake.create,
    resend: intake.resend,
    cancellation: createCancellation({ deliveries, engine, now }),
    replays: createReplays({ store, directory, tasks, engine, now, paceOf }),
    retries: createMessageRetries({ retries: store, deliveries, directory, engine, now }),
    wouldReach: intake.wouldReach,
    oldestDueAt: (endpointId) => engine.oldestDueAt(endpointId),
    paceOf,
    heldForMs,
    explain,
    endpointIdsOf: (applicationId) => [...directory.endpointsOf(applicationId)].map(({ id }) => id),
    endpointIds: () => [...directory.endpointIds()].filter((id) => !directory.isOperational(id)),
    hold: (isHeld) => engine.hold(isHeld),
    load: () => engine.load(),
    shortage: () => ({
      sentence: shortages.current() ?? parts.tunnel?.trouble() ?? null,
      putOff: shortages.putOff,
    }),
    applicationChanged(application) {
      directory.putApplication(application);
      for (const endpoint of directory.endpointsOf(application.id)) engine.changed(endpoint.id);
    },
    applicationDeleted(applicationId) {
      for (const endpoint of directory.endpointsOf(applicationId)) {
        engine.drop(endpoint.id);
        traffic.forget(endpoint.id);
        failures.forget(endpoint.id);
      }
      directory.removeApplication(applicationId);
    },
    endpointChanged(endpoint) {
      failures.changed(directory.endpoint(endpoint.id), endpoint);
      directory.putEndpoint(endpoint);
      engine.changed(endpoint.id);
    },
    endpointDeleted(endpointId) {
      engine.drop(endpointId);
      traffic.forget(endpointId);
      failures.forget(endpointId);
      directory.removeEndpoint(endpointId);
    },
    secretRotated(endpoint, oldSecrets) {
      directory.putEndpoint(endpoint);
      directory.putOldSecrets(endpoint.id, oldSecrets);
    },
    onChange: outbox.onChange,
    taskFinished: outbox.taskFinished,
    consentRevoked: () => sender.dropRefused(),
  };
}
