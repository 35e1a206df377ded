import type { Clock } from '../../src-server/base/clock';
import { createLog } from '../../src-server/base/log';
import { ShortageWatch } from '../../src-server/delivery/connection/resource-shortage';
import type { Sender } from '../../src-server/delivery/connection/sender';
import { newSecret } from '../../src-server/delivery/connection/signing-secret';
import { EndpointDirectory } from '../../src-server/delivery/endpoints/endpoint-directory';
import { NO_OTHER_SENDERS, SENDS_TO_ALL } from '../../src-server/delivery/endpoints/send-right';
import { Capacity } from '../../src-server/delivery/engine/capacity';
import { Engine } from '../../src-server/delivery/engine/engine';
import { NetworkWatch } from '../../src-server/delivery/engine/network-watch';
import { PLAIN_ENDPOINT } from '../../src-server/storage/endpoint-record';
import type { DeliveryStore, WaitingDelivery } from '../../src-server/storage/messages/delivery-store';
import { PLAIN_APPLICATION } from './plain-application';
import { SILENT_TRAFFIC } from './silent-traffic';

const BODY = Buffer.from('{}');

/** The real engine on a clock that somebody else moves, with a table in memory and a scripted sender. */
interface ScriptedEngine {
  /** Accepts a message for the n-th endpoint; its id is the number as text. */
  add(endpoint: number, id: number): void;
  /** Resolves when everything left waits for the clock. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** @param options limits: messages per second of each endpoint, null for none. Every result counts as delivered. */
export async function startScriptedEngine(options: {
  readonly clock: Clock;
  readonly limits: readonly (number | null)[];
  readonly sender: Sender;
}): Promise<ScriptedEngine> {
  const { clock, limits, sender } = options;
  const directory = new EndpointDirectory();
  directory.putApplication({ ...PLAIN_APPLICATION, id: 'app_1', createdAt: 0, updatedAt: 0 });
  const tables = limits.map(() => new Map<number, WaitingDelivery>());
  const rowsOf = (endpointId: string) => tables[Number(endpointId.slice(3))]?.values() ?? [];
  for (const [n, rateLimit] of limits.entries()) {
    directory.putEndpoint({
      ...PLAIN_ENDPOINT,
      id: `ep_${n}`,
      appId: 'app_1',
      url: `http://127.0.0.1/${n}`,
      rateLimit,
      secret: newSecret(),
      createdAt: 0,
      updatedAt: 0,
      deletedAt: null,
      disabledAt: null,
      disabledReason: null,
      pausedAt: null,
      failing: null,
    });
  }
  const store: Partial<DeliveryStore> = {
    listQueues: async () => [],
    listDue: async (endpointId, dueBy, limit) => ({
      rows: [...rowsOf(endpointId)].filter(({ dueAt }) => dueAt <= dueBy).slice(0, limit),
      nextDueAt: null,
    }),
    readContents: async (ids) =>
      ids.map((id) => ({ id, eventType: 'a.b', payload: BODY, contentType: null, trace: null })),
  };
  const engine = new Engine({
    clock,
    now: () => clock.now(),
    log: createLog('silent'),
    deliveries: store as DeliveryStore,
    directory,
    sender,
    recorder: {
      async record({ entry }) {
        for (const table of tables) table.delete(entry.id);
        return { state: 'delivered' };
      },
    },
    shortages: new ShortageWatch(clock, createLog('silent')),
    network: new NetworkWatch({ clock, log: createLog('silent'), isFailing: () => false }),
    traffic: SILENT_TRAFFIC,
    capacity: new Capacity(clock, () => 0),
    sendRight: SENDS_TO_ALL,
    otherSenders: NO_OTHER_SENDERS,
    noteOf: () => undefined,
    whitelabel: () => false,
    disableEndpoint: async () => undefined,
  });
  await engine.start();
  return {
    add(endpoint, id) {
      const row = { id, messageId: String(id), dueAt: clock.now(), attemptCount: 0, manual: false };
      tables[endpoint]?.set(id, row);
      engine.add(`ep_${endpoint}`, row, { eventType: 'a.b', body: BODY });
    },
    async settled() {
      for (let n = 0; n < 3; n++) await new Promise((resolve) => setImmediate(resolve));
    },
    stop: () => engine.stop(),
  };
}
