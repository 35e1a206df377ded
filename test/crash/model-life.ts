import type { Clock } from '../../src-server/base/clock';
import { createIds } from '../../src-server/base/id';
import { createLog } from '../../src-server/base/log';
import { createAddressGuard } from '../../src-server/delivery/connection/address-guard';
import { createDelivery, type Delivery } from '../../src-server/delivery/delivery';
import { createTaskRunner, type TaskRunner } from '../../src-server/delivery/tasks/task-runner';
import { type ApplicationStore, createApplicationStore } from '../../src-server/storage/application-store';
import type { Database } from '../../src-server/storage/database';
import type { EndpointRecord } from '../../src-server/storage/endpoint-record';
import { createEndpointStore, type EndpointStore } from '../../src-server/storage/endpoint-store';
import { createTaskStore } from '../../src-server/storage/installation/task-store';
import { createDeliveryStore } from '../../src-server/storage/messages/delivery-store';
import { createExplanationStore } from '../../src-server/storage/messages/explanation-store';
import { createMessageWriter } from '../../src-server/storage/messages/message-store';
import { createReplayStore } from '../../src-server/storage/messages/replay-store';
import { collected } from '../support/collected';
import { SILENT_TRAFFIC } from '../support/silent-traffic';
import { type GatedDatabase, gateDatabase } from './model-database';
import { createModelSender } from './model-sender';
import type { World } from './model-world';

/** Delays between attempts, in seconds. */
export const LADDER_S = [1, 4, 15];
/** The shortest delay after a timeout or a 429. */
const OVERLOAD_WAIT_MS = 2000;

/** One run of the engine on the database, from its start to its stop or crash. */
export interface Life {
  readonly number: number;
  readonly delivery: Delivery;
  readonly tasks: TaskRunner;
  readonly applications: ApplicationStore;
  readonly endpoints: EndpointStore;
  /** Reads without the gate. */
  readonly real: Database;
  readonly gated: GatedDatabase;
  /** While true, no attempt can be recorded. */
  readonly disk: { refuses: boolean };
  /** Notifies the engine about an endpoint, and the model too. */
  tell(record: EndpointRecord | undefined): void;
  /** From now on it does nothing and learns nothing. */
  die(): void;
}

/** @param real a connection of its own */
export async function startLife(world: World, real: Database): Promise<Life> {
  const number = world.ends.length;
  const gated = gateDatabase(real);
  const { db } = gated;
  let gone = false;
  const clock = mortal(world.clock, () => gone);
  const disk = { refuses: false };
  const newId = createIds(clock);
  const log = createLog('silent');
  const liveBus = { publish: () => undefined, isWatched: false, subscribe: () => () => undefined };
  const applications = createApplicationStore(db);
  const endpoints = createEndpointStore(db);
  const deliveries = createDeliveryStore(db);
  const tell = (record: EndpointRecord | undefined): void => {
    if (!record || gone) return;
    const known = world.endpoints.find(({ id }) => id === record.id);
    if (known) Object.assign(known, toldBy(record));
    delivery.endpointChanged(record);
  };
  const tasks = createTaskRunner({ store: createTaskStore(db), clock, newId, log, liveBus });
  const delivery: Delivery = createDelivery({
    clock,
    newId,
    log,
    applications,
    endpoints,
    messages: createMessageWriter(db),
    deliveries: {
      ...deliveries,
      finish: (result) =>
        disk.refuses ? Promise.reject(new Error('no space left')) : deliveries.finish(result),
    },
    explanations: createExplanationStore(db),
    liveBus,
    traffic: SILENT_TRAFFIC,
    replays: createReplayStore(db),
    tasks,
    guard: createAddressGuard({ allowTargets: [], allowLoopback: false }),
    retry: { scheduleS: LADDER_S, overloadWaitMs: OVERLOAD_WAIT_MS },
    requestTimeoutMs: 5000,
    version: '0.0.0',
    whitelabel: () => false,
    random: () => world.between(0, 1),
    sender: createModelSender(world, clock, number, () => gone),
    async disableEndpoint(id) {
      tell(await endpoints.update(id, clock.now(), (current) => ({ ...current, disabled: true })));
    },
  });
  await recall(world, real);
  await delivery.start();
  await tasks.start();
  return {
    number,
    delivery,
    tasks,
    applications,
    endpoints,
    real,
    gated,
    disk,
    tell,
    die() {
      gone = true;
      void tasks.stop();
    },
  };
}
const toldBy = ({ url, rateLimit, disabled, paused }: EndpointRecord) => ({
  url,
  ownLimit: rateLimit,
  held: disabled || paused,
});

/** The clock of one life: after its end, no timer fires. */
function mortal(clock: Clock, isGone: () => boolean): Clock {
  return {
    now: () => clock.now(),
    monotonicUs: () => clock.monotonicUs(),
    setTimer: (delayMs, task) => clock.setTimer(delayMs, () => !isGone() && task()),
    sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
  };
}

/** A new life knows only the content of the database, whatever the last one learned. */
async function recall(world: World, real: Database): Promise<void> {
  const applications = await createApplicationStore(real).list({ limit: 250, iterator: null });
  for (const known of world.applications) {
    const record = applications.data.find(({ id }) => id === known.id);
    known.alive = record !== undefined;
    known.limit = record?.rateLimit ?? null;
  }
  const endpoints = await collected(createEndpointStore(real).walk());
  for (const known of world.endpoints) {
    const record = endpoints.find(({ id }) => id === known.id);
    known.alive = record !== undefined;
    known.quiet = null;
    known.forgiving = 0;
    if (record) Object.assign(known, toldBy(record));
  }
}
