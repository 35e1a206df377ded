import type { ResponseToKeep } from '../../storage/stored-response';

/** What identifies a repeat, and how its response may be kept. */
export interface IdempotentRequest {
  readonly key: string;
  readonly authorization: string;
  /** Path and query as received. */
  readonly url: string;
  readonly body: Uint8Array;
  readonly secretResponse: boolean;
  /** Its work writes what it makes of `keep` together with what it does. */
  readonly keptWithWork: boolean;
}

/** A response in the form in which it is sent. */
export interface ResponseText {
  readonly status: number;
  /** JSON text. Null: none. */
  readonly text: string | null;
}

/**
 * Turns the response into a record to write together with the work of the request; it is not written again afterwards.
 */
export type KeepResponse = (response: ResponseText) => ResponseToKeep;

/** What a request does. `keep` is absent where its response is not for the disk. */
export type Work = (keep?: KeepResponse) => Promise<ResponseText>;

/** Runs `work`, or returns the response of an earlier run of the same request. */
export type Idempotency = (request: IdempotentRequest, work: Work) => Promise<ResponseText>;
