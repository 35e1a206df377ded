import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../src-server/base/clock';
import { createIds } from '../../src-server/base/id';
import { createLog } from '../../src-server/base/log';
import type { LiveAttempt } from '../../src-server/contract/live-event';
import { createAddressGuard } from '../../src-server/delivery/connection/address-guard';
import { newSecret } from '../../src-server/delivery/connection/signing-secret';
import { createDelivery, type Delivery, type DeliveryParts } from '../../src-server/delivery/delivery';
import { createTaskRunner, type TaskRunner } from '../../src-server/delivery/tasks/task-runner';
import type { LiveBus } from '../../src-server/live/live-bus';
import { type ApplicationStore, createApplicationStore } from '../../src-server/storage/application-store';
import {
  type EndpointContent,
  type EndpointRecord,
  PLAIN_ENDPOINT,
} from '../../src-server/storage/endpoint-record';
import { createEndpointStore, type EndpointStore } from '../../src-server/storage/endpoint-store';
import { createTaskStore } from '../../src-server/storage/installation/task-store';
import { createDeliveryStore, type DeliveryStore } from '../../src-server/storage/messages/delivery-store';
import { createExplanationStore } from '../../src-server/storage/messages/explanation-store';
import { createMessageWriter } from '../../src-server/storage/messages/message-store';
import { createReplayStore } from '../../src-server/storage/messages/replay-store';
import { migrate } from '../../src-server/storage/sqlite/migrate';
import { openDatabase, type SqliteDatabase } from '../../src-server/storage/sqlite/sqlite-database';
import { newMigratedFile } from './new-migrated-file';
import { type Arrival, type Receiver, type ReceiverResponse, startReceiver } from './receiver';
import { SILENT_TRAFFIC } from './silent-traffic';
import { startedHere } from './started';

/** A real engine over a real database file, with an application `app_1`. */
export interface DeliveryRig {
  readonly delivery: Delivery;
  readonly tasks: TaskRunner;
  readonly db: SqliteDatabase;
  readonly applications: ApplicationStore;
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
  readonly path: string;
  /** What the engine published, oldest first. */
  readonly attempts: readonly LiveAttempt[];
  /** Resolves when this many attempts were recorded in total. */
  recorded(count: number): Promise<void>;
  /** Adds an endpoint of `app_1` and notifies the engine. */
  addEndpoint(url: string, content?: Partial<EndpointContent>): Promise<EndpointRecord>;
  /** Changes an endpoint and notifies the engine. */
  changeEndpoint(id: string, change: Partial<EndpointContent>): Promise<void>;
  /** Stores a message for `app_1`. */
  send(payload?: string, extra?: { eventType?: string; channels?: string[] }): Promise<string>;
  /** Rows of a table, for facts that no store returns. */
  rows<T>(sql: string): Promise<T[]>;
  /** As if the process were gone: from now on it starts no send and records nothing. */
  kill(): void;
  /** Another engine on the same file. */
  restart(): Promise<DeliveryRig>;
  dispose(): Promise<void>;
}

export interface RigOptions extends Omit<Partial<DeliveryParts>, 'deliveries'> {
  /** Wraps the store of the engine. */
  readonly deliveries?: (store: DeliveryStore) => DeliveryStore;
  /** Seconds between attempts; none by default. */
  readonly scheduleS?: readonly number[];
  readonly applicationRateLimit?: number | null;
}

export async function startDeliveryRig(options: RigOptions = {}, folder?: string): Promise<DeliveryRig> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'posthorn-')));
  const path = join(dataDir, 'posthorn.db');
  if (!folder) await newMigratedFile(path);
  const db = await openDatabase(path);
  await migrate(db);
  const clock: Clock = options.clock ?? systemClock;
  const newId = createIds(clock);
  const applications = createApplicationStore(db);
  const endpoints = createEndpointStore(db, (tx, change) => delivery.onChange(tx, change));
  const deliveries = options.deliveries?.(createDeliveryStore(db)) ?? createDeliveryStore(db);
  let killed = false;
  const rateLimit = options.applicationRateLimit ?? null;
  if (!folder) {
    const content = { name: 'Acme', uid: null, rateLimit, metadata: {} };
    await applications.insert('app_1', content, clock.now());
  }
  const { liveBus, attempts, recorded } = watchingBus();
  const tasks = createTaskRunner({
    store: createTaskStore(db),
    clock,
    newId,
    log: createLog('silent'),
    liveBus,
  });
  const delivery: Delivery = createDelivery({
    clock,
    newId,
    log: createLog('silent'),
    applications,
    endpoints,
    messages: createMessageWriter(db),
    explanations: createExplanationStore(db),
    replays: createReplayStore(db),
    tasks,
    liveBus,
    traffic: SILENT_TRAFFIC,
    guard: createAddressGuard({ allowTargets: ['127.0.0.0/8'], allowLoopback: false }),
    retry: { scheduleS: options.scheduleS ?? [], overloadWaitMs: 0 },
    requestTimeoutMs: 5000,
    version: '0.0.0',
    whitelabel: () => false,
    random: () => 0.5,
    async disableEndpoint(id, reason) {
      const record = await endpoints.disable(id, clock.now(), reason);
      if (record) delivery.endpointChanged(record);
    },
    ...options,
    deliveries: {
      ...deliveries,
      finish: (result) => (killed ? new Promise<never>(() => undefined) : deliveries.finish(result)),
    },
  });
  await delivery.start();
  await tasks.start();
  let closed = false;
  const children: DeliveryRig[] = [];
  return {
    delivery,
    tasks,
    db,
    applications,
    endpoints,
    deliveries,
    path,
    attempts,
    recorded,
    async addEndpoint(url, content = {}) {
      const record = await endpoints.insert(
        newId('ep_'),
        'app_1',
        { ...EMPTY_ENDPOINT, url, secret: newSecret(), ...content },
        clock.now(),
      );
      delivery.endpointChanged(record);
      return record;
    },
    async changeEndpoint(id, change) {
      const record = await endpoints.update(id, clock.now(), (current) => ({ ...current, ...change }));
      if (record) delivery.endpointChanged(record);
    },
    async send(payload = '{}', extra = {}) {
      const { id } = await delivery.createMessage({
        appId: 'app_1',
        eventType: extra.eventType ?? 'invoice.paid',
        payload,
        eventId: null,
        channels: extra.channels ?? null,
        tags: null,
      });
      return id;
    },
    rows: (sql) => db.all(sql),
    kill() {
      killed = true;
      void tasks.stop();
      void delivery.stop();
    },
    async restart() {
      const child = await startDeliveryRig(options, dataDir);
      children.push(child);
      return child;
    },
    async dispose() {
      if (closed) return;
      closed = true;
      for (const child of children) await child.dispose();
      await tasks.stop();
      if (!killed) await delivery.stop();
      await db.close();
      if (!folder) await rm(dataDir, { recursive: true });
    },
  };
}

const EMPTY_ENDPOINT: Omit<EndpointContent, 'url' | 'secret'> = {
  ...PLAIN_ENDPOINT,
};

/** A bus that forwards everything at once, so that tests can wait for attempts. */
function watchingBus() {
  const attempts: LiveAttempt[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  const liveBus: LiveBus = {
    publish(news) {
      if (news.kind !== 'attempt') return;
      attempts.push(news.attempt);
      for (const waiter of waiting) if (attempts.length >= waiter.count) waiter.resolve();
    },
    isWatched: true,
    subscribe: () => () => undefined,
  };
  const recorded = (count: number): Promise<void> =>
    attempts.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.add({ count, resolve }));
  return { liveBus, attempts, recorded };
}

/** A rig for one test, at whose end it is disposed of. */
export const rig = (options?: RigOptions): Promise<DeliveryRig> => startedHere(startDeliveryRig(options));

/** A receiver for one test, at whose end it is closed. */
export const receiver = (script?: (arrival: Arrival, count: number) => ReceiverResponse): Promise<Receiver> =>
  startedHere(startReceiver(script));

/** State and attempts of each delivery, the oldest first. */
export const deliveryRows = (
  engine: DeliveryRig,
): Promise<{ readonly state: string; readonly attempt_count: number }[]> =>
  engine.rows('SELECT state, attempt_count FROM delivery ORDER BY id');

/** Stores messages with the payloads `{"n":first}` and so on. */
export async function sendNumbered(engine: DeliveryRig, count: number, first = 0): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, n) => engine.send(JSON.stringify({ n: first + n }))));
}

/** The number in the payload of such a message. */
export const numberIn = (arrival: Arrival): number => JSON.parse(arrival.body.toString()).n;

/** `[0, 1, ... count - 1]`. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
