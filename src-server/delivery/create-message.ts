import { apiError, notFound } from '../base/errors';
import type { NewId } from '../base/id';
import type { TrafficSink } from '../live/traffic-sink';
import type { JudgedMessage } from '../message-filter/judge-messages';
import type { DeprecationStore } from '../storage/catalog/deprecation-store';
import type { DeliveryStore } from '../storage/messages/delivery-store';
import type { MessageWriter } from '../storage/messages/message-store';
import type { NewDelivery, NewMessage } from '../storage/new-message';
import { RepeatedKey } from '../storage/stored-response';
import type { TraceContext } from '../storage/trace-context';
import type { AskFiltersOf } from './endpoints/ask-filters';
import type { EndpointDirectory } from './endpoints/endpoint-directory';
import type { FindEndpoint } from './endpoints/find-endpoint';
import { type FindGroupNames, groupNamesFor } from './endpoints/group-names';
import { type MessageTraits, matchEndpoints } from './endpoints/match-endpoints';
import type { SharedConfiguration } from './endpoints/shared-configuration';
import type { Engine } from './engine/engine';
import type { MessageRetries } from './message-retries';

/** How often a message is matched to its endpoints anew because they have changed meanwhile. */
const RELOADS_MAX = 5;

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
  readonly responseToKeep?: NewMessage['responseToKeep'];
  /** When delivery may begin, ms since 1970; a time in the past counts as now. Null or absent: at once. */
  readonly deliverAt?: number | null;
  /** Content type of a payload that is arbitrary text. Null or absent: it is JSON. */
  readonly contentType?: string | null;
  /** How long the payload is kept, in milliseconds. Null or absent: as long as all others. */
  readonly keepPayloadMs?: number | null;
  /** The trace that it is a part of. Null or absent: none. */
  readonly trace?: TraceContext | null;
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
  /**
   * Sends a stored message to an endpoint once more. Where it waits for a retry there, that is attempted now; where it is
   * queued, held or being sent, it stays so: what somebody wants twice happens once.
   */
  resend(messageId: string, endpointId: string): Promise<void>;
  /** Whether an endpoint that is not disabled would get such a message, whatever is in it. */
  wouldReach(appId: string, message: MessageTraits): Promise<boolean>;
}

interface MessageIntakeParts {
  /** Never goes backwards: the order of creation is the order of sending. */
  readonly now: () => number;
  readonly newId: NewId;
  readonly messages: MessageWriter;
  readonly deliveries: DeliveryStore;
  readonly directory: EndpointDirectory;
  /** Where other processes change applications and endpoints too. Absent: nobody else does. */
  readonly configuration?: Pick<SharedConfiguration, 'versionOf' | 'reload'> | undefined;
  readonly findEndpoint: FindEndpoint;
  readonly findGroupNames: FindGroupNames;
  readonly askFilters: AskFiltersOf;
  readonly deprecations?: Pick<DeprecationStore, 'pending'>;
  readonly engine: Engine;
  readonly retries: MessageRetries;
  readonly traffic: TrafficSink;
}

export function createMessageIntake(parts: MessageIntakeParts): MessageIntake {
  const { now, newId, messages, deliveries, directory, configuration, engine, traffic } = parts;

  async function groupNameOf({ appId, eventType }: Pick<MessageInput, 'appId' | 'eventType'>) {
    const names = await groupNamesFor(parts.findGroupNames, [eventType], directory.endpointsOf(appId));
    return names.get(eventType) ?? null;
  }

  /** The version that the directory now has, or a newer one had. Null: nobody else changes it. */
  async function versionOf(appId: string): Promise<number | null> {
    if (!configuration) return null;
    for (let n = 0; n < RELOADS_MAX; n++) {
      const version = configuration.versionOf(appId);
      if (version !== null) return version;
      if (!(await configuration.reload(appId))) throw notFound('Application');
    }
    throw changesTooOften();
  }

  /** Stores it with the endpoints that are current while it is stored. */
  async function store(input: MessageInput): Promise<[NewMessage, readonly NewDelivery[]]> {
    const { appId, onlyTo, keepPayloadMs } = input;
    for (let n = 0; n < RELOADS_MAX; n++) {
      // Before endpoints are looked at: what is then stored was matched to this version, or a newer one.
      const configVersion = onlyTo ? null : await versionOf(appId);
      const endpointIds = onlyTo
        ? [onlyTo]
        : await matchEndpoints(
            { groupName: await groupNameOf(input), ...input },
            directory.endpointsOf(appId),
            { ask: parts.askFilters(appId), of: () => contentOf(input) },
          );
      // After the catalog was read: the order of ids is the order in which messages are stored.
      const [id, createdAt] = [newId('msg_'), now()];
      const dueAt = Math.max(createdAt, input.deliverAt ?? 0);
      // No spread at its beginning: see `Engine`.
      const message: NewMessage = {
        id,
        createdAt,
        endpointIds,
        configVersion,
        payloadExpiresAt: keepPayloadMs == null ? null : createdAt + keepPayloadMs,
        ...input,
        deliverAt: dueAt === createdAt ? null : dueAt,
      };
      const stored = await messages.insert(message);
      if (stored.kind === 'stored') return [message, stored.deliveries];
      if (stored.kind === 'repeated-key') throw new RepeatedKey();
      if (stored.kind === 'repeated-event-id')
        throw apiError('conflict', `A message with the event id "${input.eventId}" already exists.`);
      if (!(await configuration?.reload(appId))) throw notFound('Application');
    }
    throw changesTooOften();
  }

  return {
    async create(input) {
      // What is accepted after a change of the catalog says what that brought.
      const reading = parts.deprecations?.pending() ?? null;
      if (reading !== null) await reading;
      const [{ id, createdAt, deliverAt = null }, created] = await store(input);
      traffic.accepted();
      const body = Buffer.from(input.payload, 'utf8');
      const { eventType, contentType = null, trace = null } = input;
      const content = { eventType, body, contentType, trace };
      const dueAt = deliverAt ?? createdAt;
      for (const { id: deliveryId, endpointId } of created) {
        const delivery = { id: deliveryId, messageId: id, dueAt, attemptCount: 0, manual: false };
        engine.add(endpointId, delivery, content);
      }
      return { id, createdAt, deliverAt };
    },

    async resend(messageId, endpointId) {
      const underWay = engine.underWay(endpointId);
      const endpoint = await parts.findEndpoint(endpointId);
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
      let stored = await messages.insertManualDelivery(messageId, endpointId, dueAt);
      // What had just arrived when this was asked waits only until that is recorded.
      if (stored.kind === 'waits' && underWay.has(stored.deliveryId)) {
        await engine.recorded(endpointId, stored.deliveryId);
        stored = await messages.insertManualDelivery(messageId, endpointId, dueAt);
      }
      // Deleted while the content was being read.
      if (stored.kind === 'endpoint-gone') throw notFound('Endpoint');
      if (stored.kind === 'waits') {
        await parts.retries.retryNow(messageId, { endpointId, dryRun: false });
        return;
      }
      const delivery = { id: stored.deliveryId, messageId, dueAt, attemptCount: 0, manual: true };
      const { eventType, contentType, trace, payload: body } = content;
      engine.add(endpointId, delivery, { eventType, body, contentType, trace });
    },

    async wouldReach(appId, message) {
      await versionOf(appId);
      const groupName = await groupNameOf({ appId, eventType: message.eventType });
      const enabled = [...directory.endpointsOf(appId)].filter((endpoint) => !endpoint.disabled);
      return (await matchEndpoints({ groupName, ...message }, enabled)).length > 0;
    },
  };
}

/** What filters see of it. */
function contentOf({
  eventType,
  eventId,
  channels,
  tags,
  payload,
  contentType,
}: MessageInput): JudgedMessage {
  return { eventType, eventId, channels, tags, payload: contentType == null ? payload : null };
}

function changesTooOften() {
  const detail = 'The endpoints of the application change faster than a message can be stored. Try again.';
  return apiError('unavailable', detail, 1);
}
