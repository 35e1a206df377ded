import type { AttemptResult } from '../../src-server/storage/attempt-result';
import type { DeliveryStore, WaitingDelivery } from '../../src-server/storage/messages/delivery-store';
import type { MessageWriter } from '../../src-server/storage/messages/message-store';
import type { NewDelivery, NewMessage } from '../../src-server/storage/new-message';
import { fenceOf } from '../../src-server/storage/node-table';
import type { Link } from './cluster-link';
import type { ClusterNode } from './cluster-node';
import type { ClusterWorld } from './cluster-world';

export interface DeliveryRow {
  readonly id: number;
  readonly messageId: string;
  readonly endpointId: string;
  /** When a node began to store it. */
  readonly handedInUs: number;
  readonly storedUs: number;
  /** When that node knew that it is stored. Null: it never did. */
  acceptedUs: number | null;
  state: AttemptResult['next']['state'];
  /** When it was due at first. */
  readonly firstDueAt: number;
  dueAt: number;
  attemptCount: number;
  /** Attempts that were stored, whatever became of the delivery. */
  stored: number;
}

/** What the engine asks of a database that many nodes share, in memory. Each call is one transaction. */
export class ClusterDatabase {
  readonly #world: ClusterWorld;
  readonly deliveries: DeliveryRow[] = [];
  readonly #messages = new Map<string, NewMessage>();
  readonly #attempts = new Set<string>();
  readonly #byEndpoint = new Map<string, DeliveryRow[]>();

  constructor(world: ClusterWorld) {
    this.#world = world;
  }

  /** The stores of one process. */
  messageWriter(link: Link): MessageWriter {
    return {
      insert: async (message) => {
        const handedInUs = this.#world.time.nowUs;
        const deliveries = await link.call(async () => this.#insert(message, handedInUs));
        for (const { id } of deliveries)
          (this.deliveries[id - 1] as DeliveryRow).acceptedUs = this.#world.time.nowUs;
        return { kind: 'stored', deliveries };
      },
      insertManualDelivery: neverCalled,
    };
  }

  deliveryStore(link: Link, node: ClusterNode): DeliveryStore {
    return {
      pullForward: async () => undefined,
      listQueues: () =>
        link.call(async () => {
          const waiting = [...this.#byEndpoint.keys()].map((endpointId) => ({
            endpointId,
            nextDueAt: Math.min(...this.#waiting(endpointId).map(({ dueAt }) => dueAt)),
          }));
          return waiting.filter(({ nextDueAt }) => nextDueAt < Number.POSITIVE_INFINITY);
        }),
      listDue: (endpointId, dueBy, limit, attemptedFirst = false) =>
        link.call(async () => {
          const later = this.#waiting(endpointId).filter(({ dueAt }) => dueAt > dueBy);
          const nextDueAt = later.length === 0 ? null : Math.min(...later.map(({ dueAt }) => dueAt));
          return { rows: this.#listDue(endpointId, dueBy, limit, attemptedFirst), nextDueAt };
        }),
      countWaiting: (endpointId) => link.call(async () => this.#waiting(endpointId).length),
      countAllWaiting: async () => [],
      countLater: async () => [],
      countRetries: async () => [],
      listLastAttempts: async () => [],
      listFailing: async () => [],
      readContents: (messageIds) =>
        link.call(async () =>
          messageIds.flatMap((id) => {
            const message = this.#messages.get(id);
            if (!message) return [];
            return {
              id,
              eventType: message.eventType,
              payload: Buffer.from(message.payload),
              contentType: null,
              trace: null,
            };
          }),
        ),
      finish: (result) => link.call(async () => this.#finish(node, result)),
      readEventId: async () => null,
      listWaiting: neverCalled,
      cancel: neverCalled,
      fail: neverCalled,
    };
  }

  #waiting(endpointId: string): DeliveryRow[] {
    return (this.#byEndpoint.get(endpointId) ?? []).filter(({ state }) => state === 'waiting');
  }

  #listDue(endpointId: string, dueBy: number, limit: number, attemptedFirst: boolean): WaitingDelivery[] {
    const isFirst = ({ attemptCount }: DeliveryRow) => attemptedFirst && attemptCount > 0;
    const waiting = this.#waiting(endpointId);
    const first = waiting.filter(isFirst).sort((a, b) => (a.messageId < b.messageId ? -1 : 1));
    const due = waiting
      .filter((row) => row.dueAt <= dueBy && !isFirst(row))
      .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id);
    return [...first, ...due].slice(0, limit).map(({ id, messageId, dueAt, attemptCount }) => ({
      id,
      messageId,
      dueAt,
      attemptCount,
      manual: false,
    }));
  }

  /** A message with an id that is stored already is the one of a commit whose answer was lost. */
  #insert(message: NewMessage, handedInUs: number): NewDelivery[] {
    if (!this.#messages.has(message.id)) {
      this.#messages.set(message.id, message);
      for (const endpointId of message.endpointIds) this.#add(message, endpointId, handedInUs);
    }
    return this.deliveries
      .filter(({ messageId }) => messageId === message.id)
      .map(({ id, endpointId }) => ({ id, endpointId }));
  }

  #add(message: NewMessage, endpointId: string, handedInUs: number): void {
    const row: DeliveryRow = {
      id: this.deliveries.length + 1,
      messageId: message.id,
      endpointId,
      handedInUs,
      storedUs: this.#world.time.nowUs,
      acceptedUs: null,
      state: 'waiting',
      firstDueAt: message.createdAt,
      dueAt: message.createdAt,
      attemptCount: 0,
      stored: 0,
    };
    this.deliveries.push(row);
    const known = this.#byEndpoint.get(endpointId);
    if (known) known.push(row);
    else this.#byEndpoint.set(endpointId, [row]);
  }

  #finish(node: ClusterNode, result: AttemptResult): readonly NewDelivery[] {
    const row = this.deliveries[result.deliveryId - 1];
    if (!row || this.#attempts.has(result.attemptId)) return [];
    this.#attempts.add(result.attemptId);
    const send = this.#world.stored(node, result);
    row.stored += 1;
    row.attemptCount += 1;
    if (row.state !== 'waiting') return [];
    if (result.next.state !== 'delivered' && !this.#isCurrent(result)) {
      this.#world.figures.fenced += 1;
      return [];
    }
    const isOurs = send?.epoch === this.#world.epochOf(this.#world.endpoint(row.endpointId));
    if (result.next.state !== 'delivered' && !isOurs)
      this.#world.violated(`${node.name} decided about delivery ${row.id}, which is not its own any more`);
    row.state = result.next.state;
    if (result.next.state === 'waiting') row.dueAt = result.next.dueAt;
    return [];
  }

  #isCurrent({ fence, endpointId }: AttemptResult): boolean {
    if (fence == null || this.#world.leftOut.fence) return true;
    const { slot } = this.#world.endpoint(endpointId);
    const row = this.#world.table.slots[slot];
    return row !== undefined && fence === fenceOf(row);
  }
}

function neverCalled(): never {
  throw new Error('the model does not do this');
}
