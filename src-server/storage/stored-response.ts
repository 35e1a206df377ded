/** How long a response is kept, in milliseconds. */
export const RESPONSES_KEPT_MS = 12 * 3_600_000;

/** The response to a POST, kept under its idempotency key. */
export interface StoredResponse {
  /** Hash of the request body that it answered. */
  readonly requestHash: string;
  readonly status: number;
  /** The JSON text that was sent. Empty: there was none. */
  readonly body: string;
}

/** A response with its key, for a write that also does what was requested: a crash leaves both or neither. */
export interface ResponseToKeep extends StoredResponse {
  readonly keyHash: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Thrown when a response is kept under the key of a message that was to be stored: nothing was written. */
export class RepeatedKey extends Error {}
