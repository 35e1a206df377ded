import type { TrafficSink } from '../live/traffic-sink';
import type { QueueView } from '../live/traffic-state';
import type { DeliveryStore } from '../storage/messages/delivery-store';
import type { EndpointDirectory } from './endpoints/endpoint-directory';
import type { FailureWatch } from './endpoints/failure-watch';
import type { FindEndpoint } from './endpoints/find-endpoint';
import type { Covers, SendRight } from './endpoints/send-right';
import type { Engine } from './engine/engine';

/**
 * Sending shared with other processes: the endpoints that this one sends to come and go, in any order. `SendRight` says
 * which ones they are. It covers endpoints before `takeOver` is called with them, and no longer when `handOver` or
 * `abandon` is. `Delivery.sendingChanged` tells that sends which were refused for a while may start again.
 */
export interface SharedSending {
  /**
   * Sends to these endpoints from now on, beginning with what the database says is waiting. A full window may just have
   * left to each. Resolves when all of it is queued.
   */
  takeOver(covers: Covers): Promise<void>;
  /**
   * Starts no send to these endpoints; what has not left yet stays waiting in the database. Resolves when the outcome
   * of every send to them is recorded, at once if there is none. Never rejects.
   */
  handOver(covers: Covers): Promise<void>;
  /** Others may already send to these endpoints: forgets what is queued. What is in flight is still recorded. */
  abandon(covers: Covers): void;
  /**
   * Another process has stored this many deliveries for endpoints. Those that this one does not send to are ignored.
   * @returns the endpoints that are not known here yet. After `learn`, call it again with them
   */
  storedElsewhere(counts: ReadonlyMap<string, number>): readonly string[];
  /** Reads endpoints that another process has created. One that is not there has been deleted. */
  learn(endpointIds: readonly string[]): Promise<void>;
  /** Another process has made this many waiting deliveries of an endpoint due. */
  madeDueElsewhere(endpointId: string, count: number): void;
  /** Sends to an endpoint at its limit at once, whatever its receiver asked for. */
  forgiveHere(endpointId: string): void;
  /**
   * Ends waiting deliveries of an endpoint, unless they are in flight.
   * @returns how many ended
   * @throws ApiError unavailable when this process does not send to the endpoint
   */
  cancelHere(endpointId: string, deliveryIds: readonly number[]): Promise<number>;
  /**
   * Finds endpoints whose deliveries are due in the database although their queue knows nothing of it, because the call
   * of another process was lost, and sends those. Changes neither order nor pace. Meant to be called every 10 s; a queue
   * that was never empty since the last time reads a page.
   */
  sweep(): Promise<void>;
}

interface SharedSendingParts {
  readonly engine: Engine;
  readonly directory: EndpointDirectory;
  readonly deliveries: DeliveryStore;
  readonly failures: FailureWatch;
  readonly traffic: TrafficSink;
  readonly sendRight: SendRight;
  readonly now: () => number;
  /** The current state of an endpoint. Undefined: there is no such endpoint. */
  readonly look: (endpointId: string) => QueueView | undefined;
  readonly findEndpoint: FindEndpoint;
}

/** @returns with `beginTraffic`, which counts what waits for these endpoints */
export function createSharedSending(
  parts: SharedSendingParts,
): SharedSending & { beginTraffic(covers: Covers): Promise<void> } {
  const { engine, directory, deliveries, failures, traffic, sendRight, now, look, findEndpoint } = parts;

  async function beginTraffic(covers: Covers): Promise<void> {
    const counts = await deliveries.countAllWaiting();
    const later = await deliveries.countLater(now());
    const retries = await deliveries.countRetries();
    const last = await deliveries.listLastAttempts();
    const isMeant = ({ endpointId }: { readonly endpointId: string }) =>
      covers(endpointId) && sendRight.covers(endpointId);
    traffic.begin(
      counts.filter(isMeant),
      later.filter(isMeant),
      look,
      retries.filter(isMeant),
      last.filter(isMeant),
    );
  }

  return {
    beginTraffic,
    async takeOver(covers) {
      // What another process has learned about them since this one read it.
      failures.takeOver(covers, await deliveries.listFailing());
      await Promise.all([engine.ownership.takeOver(covers), beginTraffic(covers)]);
    },
    handOver: (covers) => engine.ownership.handOver(covers),
    abandon: (covers) => engine.ownership.abandon(covers),
    storedElsewhere(counts) {
      const unknown: string[] = [];
      for (const [endpointId, count] of counts) {
        if (!sendRight.covers(endpointId)) continue;
        if (directory.endpoint(endpointId)) engine.enqueueStored(endpointId, count);
        else unknown.push(endpointId);
      }
      return unknown;
    },
    async learn(endpointIds) {
      for (const id of endpointIds) await findEndpoint(id);
    },
    madeDueElsewhere(endpointId, count) {
      if (sendRight.covers(endpointId)) engine.madeDue(endpointId, count);
    },
    forgiveHere(endpointId) {
      if (sendRight.covers(endpointId)) engine.forgive(endpointId);
    },
    cancelHere: (endpointId, deliveryIds) =>
      engine.end(endpointId, deliveryIds, (idle) => deliveries.cancel(idle, now())),
    sweep: () => engine.ownership.sweep(),
  };
}
