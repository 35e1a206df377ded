import type { Service } from '../base/lifecycle';
import type { ApplicationRecord } from '../storage/application-store';
import type { EndpointRecord, OldSecret } from '../storage/endpoint-store';

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
}

/**
 * The delivery engine as the rest of the server sees it. `start` takes up what the database says is waiting;
 * `stop` sends nothing new, waits up to ten seconds for what is on its way, and records how it ended.
 */
export interface Delivery extends Service {
  /**
   * Stores a message with one delivery per endpoint it matches; on disk when it resolves.
   * @throws ApiError conflict for a repeated event id, disk_full, unavailable
   */
  createMessage(input: MessageInput): Promise<{ readonly id: string; readonly createdAt: number }>;
  /**
   * Queues one more send of a stored message, past the endpoint's filters. The caller has checked that message
   * and endpoint belong to the same application.
   * @throws ApiError not_found, endpoint_disabled, missing_payload
   */
  resend(messageId: string, endpointId: string): Promise<void>;

  // The caller has written these to the database; the engine keeps its picture in memory up to date by them.
  // Each also stands for creation. They act on the next message.
  applicationChanged(application: ApplicationRecord): void;
  applicationDeleted(applicationId: string): void;
  endpointChanged(endpoint: EndpointRecord): void;
  endpointDeleted(endpointId: string): void;
  /** After a rotation: the endpoint with its new secret, and every older secret that still signs. */
  secretRotated(endpoint: EndpointRecord, oldSecrets: readonly OldSecret[]): void;
}
