import type { ResponseToKeep } from './stored-response';
import type { TraceContext } from './trace-context';

/** A message about to be accepted, with its target endpoints. */
export interface NewMessage {
  readonly id: string;
  readonly appId: string;
  readonly eventId: string | null;
  readonly eventType: string;
  /** The JSON text as received. */
  readonly payload: string;
  readonly channels: readonly string[] | null;
  readonly tags: readonly string[] | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly endpointIds: readonly string[];
  /**
   * The version of the application that its endpoints were chosen by; it is stored only while this is the current one.
   * Null or absent: it is stored in any case.
   */
  readonly configVersion?: number | null | undefined;
  /** Creates the response kept for repeats, to be written together with the message. Absent: none is kept. */
  readonly responseToKeep?: ((message: NewMessage) => ResponseToKeep) | undefined;
  /** When its deliveries are due, ms since 1970. Null or absent: at once. */
  readonly deliverAt?: number | null | undefined;
  /** Content type of a payload that is arbitrary text. Null or absent: the payload is JSON. */
  readonly contentType?: string | null | undefined;
  /** When to remove its payload, ms since 1970. Null or absent: with all the others. */
  readonly payloadExpiresAt?: number | null | undefined;
  /** The trace that it is a part of. Null or absent: none. */
  readonly trace?: TraceContext | null | undefined;
}

/** A delivery just created: waiting. */
export interface NewDelivery {
  readonly id: number;
  readonly endpointId: string;
}
