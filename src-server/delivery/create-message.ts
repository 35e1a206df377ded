import { apiError, notFound } from '../base/errors';
import type { NewId } from '../base/id';
import type { TrafficSink } from '../live/traffic-sink';
import type { DeliveryStore } from '../storage/delivery-store';
import type { MessageWriter, NewMessage } from '../storage/message-store';
import type { EndpointDirectory } from './endpoint-directory';
import type { Engine } from './engine';
import { type FindGroupNames, groupNamesFor } from './group-names';
import { type MessageTraits, matchEndpoints } from './match-endpoints';

/** A message as a sender submits it, already validated. */
export interface MessageInput {
  readonly appId: string;
  readonly eventType: string;
  /** The JSON text of the payload, delivered exactly as is. */
  readonly payload: string;
  /** The sender's own identifier, unique in the application. Null: none. */
  readonly eventId: string | null;
  /** Null: on no channel. */
  readonly channels: readonly string[] | null;
  readonly tags: readonly string[] | null;
  /** As in NewMessage. */
  readonly answerToKeep?: NewMessage['answerToKeep'];
  /** When delivery may begin, ms since 1970; a time in the past counts as now. Null or absent: at once. */
  readonly deliverAt?: number | null;
  /** Content type of a payload that is arbitrary text. Null or absent: it is JSON. */
  readonly contentType?: string | null;
  /** How long the payload is kept, in milliseconds. Null or absent: as long as all others. */
  readonly keepPayloadMs?: number | null;
  /** The one endpoint it goes to, regardless of filters. Absent: all that match. */
  readonly onlyTo?: string;
}

/** A message that is on disk. Times are milliseconds since 1970. */
export interface AcceptedMessage {
  readonly id: string;
  readonly createdAt: number;
  /** When delivery begins. Null: it has begun. */
  readonly deliverAt: number | null;
}

/** How messages enter: new ones, and stored ones that somebody wants to resend. */
interface MessageIntake {
  create(input: MessageInput): Promise<AcceptedMessage>;
  resend(messageId: string, endpointId: string): Promise<void>;
  /** Whether an endpoint that is not disabled would get such a message. */
  wouldReach(appId: string, message: MessageTraits): Promise<boolean>;
}

interface MessageIntakeParts {
  /** Never goes backwards: the order of creation is the order of sending. */
  readonly now: () => number;
  readonly newId: NewId;
  readonly messages: MessageWriter;
  readonly deliveries: DeliveryStore;
  readonly directory: EndpointDirectory;
  readonly findGroupNames: FindGroupNames;
  readonly engine: Engine;
  readonly traffic: TrafficSink;
}

export function createMessageIntake(parts: MessageIntakeParts): MessageIntake {
  const { now, newId, messages, deliveries, directory, engine, traffic } = parts;

  async function groupNameOf({ appId, eventType }: Pick<MessageInput, 'appId' | 'eventType'>) {
    const names = await groupNamesFor(parts.findGroupNames, [eventType], directory.endpointsOf(appId));
    return names.get(eventType) ?? null;
  }

  return {
    async create(input) {
      // Before the id is made: the order of ids is the order in which messages are stored.
      const groupName = input.onlyTo ? null : await groupNameOf(input);
      const { onlyTo, keepPayloadMs, contentType } = input;
      const endpointIds = onlyTo
        ? [onlyTo]
        : await matchEndpoints({ groupName, ...input }, directory.endpointsOf(input.appId));
      const id = newId('msg_');
      const createdAt = now();
      const dueAt = Math.max(createdAt, input.deliverAt ?? 0);
      const payloadExpiresAt = keepPayloadMs == null ? null : createdAt + keepPayloadMs;
      const stored = await messages.insert({
        id,
        createdAt,
        endpointIds,
        payloadExpiresAt,
        ...input,
        deliverAt: dueAt === createdAt ? null : dueAt,
      });
      if (stored.kind === 'repeated-event-id') {
        throw apiError('conflict', `A message with the event id "${input.eventId}" already exists.`);
      }
      traffic.accepted();
      const body = Buffer.from(input.payload, 'utf8');
      const content = { eventType: input.eventType, body, contentType: contentType ?? null };
      for (const { id: deliveryId, endpointId } of stored.deliveries) {
        const delivery = { id: deliveryId, messageId: id, dueAt, attemptCount: 0, manual: false };
        engine.add(endpointId, delivery, content);
      }
      return { id, createdAt, deliverAt: dueAt === createdAt ? null : dueAt };
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
        throw apiError('missing_payload', 'The message cannot be sent again: its content was removed.');
      }
      const dueAt = now();
      const stored = await messages.insertManualDelivery(messageId, endpointId, dueAt);
      // Deleted while the content was being read.
      if (!stored) throw notFound('Endpoint');
      const delivery = { id: stored.id, messageId, dueAt, attemptCount: 0, manual: true };
      const { eventType, contentType, payload: body } = content;
      engine.add(endpointId, delivery, { eventType, body, contentType });
    },

    async wouldReach(appId, message) {
      const groupName = await groupNameOf({ appId, eventType: message.eventType });
      const enabled = [...directory.endpointsOf(appId)].filter((endpoint) => !endpoint.disabled);
      return (await matchEndpoints({ ...message, groupName }, enabled)).length > 0;
    },
  };
}
