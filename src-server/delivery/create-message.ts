import { apiError, notFound } from '../base/errors';
import type { NewId } from '../base/id';
import type { TrafficSink } from '../live/traffic-sink';
import type { DeliveryStore } from '../storage/delivery-store';
import type { MessageWriter, NewMessage } from '../storage/message-store';
import type { EndpointDirectory } from './endpoint-directory';
import type { Engine } from './engine';
import { matchEndpoints } from './match-endpoints';

/** A message as a sender hands it in, already validated. */
export interface MessageInput {
  readonly appId: string;
  readonly eventType: string;
  /** The JSON text of the payload, delivered exactly like this. */
  readonly payload: string;
  /** The sender's own identifier, unique in the application. Null: none. */
  readonly eventId: string | null;
  /** Null: on no channel. */
  readonly channels: readonly string[] | null;
  readonly tags: readonly string[] | null;
  /** As in NewMessage. */
  readonly answerToKeep?: NewMessage['answerToKeep'];
}

/** How messages enter: accepted ones, and stored ones that somebody wants sent again. */
export interface MessageIntake {
  create(input: MessageInput): Promise<{ readonly id: string; readonly createdAt: number }>;
  resend(messageId: string, endpointId: string): Promise<void>;
}

export interface MessageIntakeParts {
  /** Never falls: the order of creation is the order of sending. */
  readonly now: () => number;
  readonly newId: NewId;
  readonly messages: MessageWriter;
  readonly deliveries: DeliveryStore;
  readonly directory: EndpointDirectory;
  readonly engine: Engine;
  readonly traffic: TrafficSink;
}

export function createMessageIntake(parts: MessageIntakeParts): MessageIntake {
  const { now, newId, messages, deliveries, directory, engine, traffic } = parts;

  return {
    async create(input) {
      const id = newId('msg_');
      const createdAt = now();
      const endpointIds = matchEndpoints(input, directory.endpointsOf(input.appId));
      const stored = await messages.insert({ ...input, id, createdAt, endpointIds });
      if (stored.kind === 'repeated-event-id') {
        throw apiError('conflict', `A message with the event id "${input.eventId}" exists already.`);
      }
      traffic.accepted();
      const content = { eventType: input.eventType, body: Buffer.from(input.payload, 'utf8') };
      for (const { id: deliveryId, endpointId } of stored.deliveries) {
        const delivery = { id: deliveryId, messageId: id, dueAt: createdAt, attemptCount: 0, manual: false };
        engine.add(endpointId, delivery, content);
      }
      return { id, createdAt };
    },

    async resend(messageId, endpointId) {
      const endpoint = directory.endpoint(endpointId);
      if (!endpoint) throw notFound('Endpoint');
      if (endpoint.disabled) {
        throw apiError('endpoint_disabled', 'The endpoint is disabled. Enable it, then send again.');
      }
      const [content] = await deliveries.readContents([messageId]);
      if (!content) throw notFound('Message');
      if (content.payload === null) {
        throw apiError(
          'missing_payload',
          'The content of this message was removed; it cannot be sent again.',
        );
      }
      const dueAt = now();
      const { id } = await messages.insertManualDelivery(messageId, endpointId, dueAt);
      const body = Buffer.from(content.payload, 'utf8');
      const delivery = { id, messageId, dueAt, attemptCount: 0, manual: true };
      engine.add(endpointId, delivery, { eventType: content.eventType, body });
    },
  };
}
