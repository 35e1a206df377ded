import { apiError } from '../base/errors';
import type { EndpointRecord } from '../storage/endpoint-record';
import type { DeliveryStore } from '../storage/messages/delivery-store';
import type { ExplanationStore } from '../storage/messages/explanation-store';
import type { Engine } from './engine/engine';
import type { RetrySettings } from './engine/retry-policy';

/** The delivery at the head of an ordered endpoint. */
export interface OrderedHead {
  readonly deliveryId: number;
  readonly messageId: string;
  /** Attempts of its schedule that were made, and all that are planned. */
  readonly attempts: number;
  readonly plannedAttempts: number;
  /** When its next one is due (ms since 1970). */
  readonly dueAt: number;
}

/** What ordered endpoints get before everything else: nothing leaves for them until it has ended. */
export interface OrderedHeads {
  /** What was attempted and waits, or else what is due first. Null: nothing is, or the endpoint is not ordered. */
  read(endpoint: EndpointRecord): Promise<OrderedHead | null>;
  /**
   * Gives the message up, if it is the head: its delivery fails without another attempt, and the next one leaves. An
   * attempt in flight ends first, as far as that takes at most 30 s; if it succeeds, the message has arrived.
   * @throws ApiError conflict when it is not the head, is on its way for longer, or arrives meanwhile; unavailable when
   *   another process sends to the endpoint
   */
  skip(endpoint: EndpointRecord, messageId: string): Promise<void>;
}

interface OrderedHeadsParts {
  readonly explanations: ExplanationStore;
  readonly deliveries: DeliveryStore;
  readonly engine: Engine;
  readonly retry: RetrySettings;
  /** Never goes backwards; due times are measured by it. */
  readonly now: () => number;
}

/** Longer than a receiver may take by default. */
const ATTEMPT_ENDS_MS = 30_000;

export function createOrderedHeads(parts: OrderedHeadsParts): OrderedHeads {
  const { explanations, deliveries, engine, retry, now } = parts;
  const plannedAttempts = retry.scheduleS.length + 1;

  async function read({ id, ordered }: EndpointRecord): Promise<OrderedHead | null> {
    if (!ordered) return null;
    const attempted = await explanations.readFirstAttempted(id);
    if (attempted) {
      const { id: deliveryId, messageId, dueAt, attemptCount, extraCount } = attempted;
      return { deliveryId, messageId, dueAt, attempts: attemptCount - extraCount, plannedAttempts };
    }
    const [first] = await deliveries.listWaiting(id, null, 1);
    if (!first || first.dueAt > now()) return null; // a scheduled one holds nobody back
    const { id: deliveryId, messageId, dueAt } = first;
    return { deliveryId, messageId, dueAt, attempts: 0, plannedAttempts };
  }

  return {
    read,
    async skip(endpoint, messageId) {
      const head = await read(endpoint);
      if (!endpoint.ordered)
        throw apiError('conflict', 'The endpoint is not ordered: no message blocks others.');
      if (head?.messageId !== messageId) {
        const first = head ? `${head.messageId} does` : 'none does';
        throw apiError('conflict', `This message does not block the endpoint; ${first}.`);
      }
      const { deliveryId } = head;
      await engine.recorded(endpoint.id, deliveryId, ATTEMPT_ENDS_MS);
      const ended = await engine.end(endpoint.id, [deliveryId], async ([idle]) =>
        idle === undefined ? 0 : deliveries.fail(idle, now(), true),
      );
      if (ended > 0) return;
      const isSent = engine.idle(endpoint.id, [deliveryId]).length === 0;
      throw apiError(
        'conflict',
        isSent
          ? 'The message is being sent. Try again when the attempt has ended.'
          : 'The message is no longer waiting: it was just delivered, or given up.',
      );
    },
  };
}
