/**
 * The built-in receiver: any request to `/receiver/{bin}` is recorded in memory and answered.
 * `?status=503&delayMs=200` in the endpoint's URL choose the answer.
 */
export interface ReceivedRequest {
  /** Counts up from 1 in this bin. */
  readonly number: number;
  /** When the first byte was seen (RFC 3339, UTC, with milliseconds). */
  readonly receivedAt: string;
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, cut at 64 KiB. */
  readonly body: string;
  /** The status it was answered with. */
  readonly answeredStatus: number;
}

/** Answer of GET /receiver/{bin} (admin). */
export interface ReceiverLogOut {
  /** How many arrived since the bin was first used or cleared. */
  readonly count: number;
  /** The newest first, at most 200. */
  readonly requests: readonly ReceivedRequest[];
}
