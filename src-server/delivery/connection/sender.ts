import type { Dispatcher } from 'undici';
import type { Clock, Timer } from '../../base/clock';
import { endsAtHead } from '../../outbound/ends-at-head';
import { ProxyFailure } from '../../outbound/proxy-failure';
import type { Tunnel } from '../../outbound/tunnel';
import type { AddressGuard } from './address-guard';
import { type Connection, Connections } from './connections';
import type { NoteHeaders } from './deprecation-headers';
import { errorCode, failureMessage, INVALID_TEXT } from './failure-message';
import { AddressRefused, type ResolveName, resolveBySystem } from './guarded-lookup';
import { type HeaderLines, linesOfResponse } from './header-lines';
import { invalidResponse } from './invalid-response';
import { likenessOfError, likenessOfResponse } from './likeness';
import { type LostWay, ownFault } from './own-fault';
import { ResponseText } from './response-text';
import { sign } from './signature';
import type { Target } from './target';
import type { OwnTarget } from './target-connect';
import { TimeoutSmoother } from './timeout-smoother';

/** `disable`: send nothing more to this endpoint. `abort-message`: do not attempt this message again. */
export type ReceiverRequest = 'disable' | 'abort-message';

/** How an attempt ended. */
export type SendResult =
  | {
      readonly kind: 'responded';
      readonly status: number;
      /** The start of the body. */
      readonly text: string;
      /** The Retry-After header. Null: none. */
      readonly retryAfter: string | null;
      /** What the receiver asks for in its `webhook-delivery` header. Absent: nothing. */
      readonly asksFor?: ReceiverRequest;
    }
  /** No complete response within the time limit. */
  | { readonly kind: 'timed-out' }
  /** The address guard refused it; no connection was opened. The reason is for the admin only. */
  | { readonly kind: 'blocked'; readonly exactReason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The proxy on the way out failed: that is our failure, not the receiver's. */
  | { readonly kind: 'proxy-failed'; readonly reason: string };

export interface SendReport {
  /**
   * `stale`: a kept-alive connection turned out to be closed, so the request was most likely never seen; send it again
   * as the same attempt. `short`: this machine lacked something; it is not an attempt, and should be made later.
   * `no-network`: the same of its way out, as far as one request can tell.
   * `withdrawn`: it could have been written, but was no longer allowed to leave; no attempt either.
   */
  readonly result:
    | SendResult
    | { readonly kind: 'stale' }
    | { readonly kind: 'withdrawn' }
    | { readonly kind: 'short'; readonly code: string }
    | { readonly kind: 'no-network'; readonly code: string; readonly lost: LostWay };
  /** When the first byte was written, or when the attempt failed before that; milliseconds since 1970. */
  readonly sentAt: number;
  /** From the first byte written (or the start, if none was) to the end, in milliseconds. */
  readonly durationMs: number;
  /** False: not a byte was written. */
  readonly written: boolean;
  /** The address that it was written to, or that could not be reached. Null or absent: none, or only the proxy knows it. */
  readonly address?: string | null;
  /**
   * What it has in common with failures of other receivers if the cause may be the network here. Null or absent: nothing.
   */
  readonly likeness?: string | null;
  /** The headers of both sides. Absent: not a byte was written. */
  readonly headers?: HeaderLines;
}

export interface SendRequest {
  readonly target: Target;
  readonly messageId: string;
  readonly body: Buffer;
  /** The content type of the body. Null or absent: `application/json`. */
  readonly contentType?: string | null | undefined;
  /** True leaves out the `svix-*` headers. */
  readonly whitelabel: boolean;
  /** Headers besides those of the endpoint. Absent: none. */
  readonly note?: NoteHeaders | undefined;
}

/** A request in flight. */
export interface Sending {
  /** True: it has to open a connection first, so requests on open ones may overtake it. */
  readonly opening: boolean;
  /** How it ended; never rejects. */
  readonly report: Promise<SendReport>;
}

export interface Sender {
  /**
   * Starts to send one request. `leaves` is called in the turn in which the first byte leaves, right before; if it returns
   * false, nothing is written. Microtasks that it queues run right after.
   */
  send(request: SendRequest, leaves: () => boolean): Sending;
  /** After consent was withdrawn: closes the idle connections to addresses now refused. */
  dropRefused(): void;
  /** Drops every connection; requests in progress end as failed. */
  close(): void;
}

interface SenderOptions {
  readonly clock: Clock;
  readonly guard: AddressGuard;
  /** How long a whole attempt may take, including connecting. */
  readonly timeoutMs: number;
  /** Version in the user-agent header. */
  readonly version: string;
  /** The system's name service when absent. */
  readonly resolve?: ResolveName;
  /** The proxy on the way out. Null or absent: there is none. */
  readonly tunnel?: Tunnel | null | undefined;
  /** By which old secrets expire, in milliseconds since 1970; the clock when absent. */
  readonly expiryNow?: (() => number) | undefined;
  /** How many files and connections this process may have open; absent: there is no limit. */
  readonly mostOpenFiles?: number | undefined;
  readonly ownTarget?: OwnTarget | null | undefined;
}

/** A longer response is cut off along with its connection; up to here, the rest is read and dropped. */
const RESPONSE_READ_BYTES = 256 * 1024;

export function createSender(options: SenderOptions): Sender {
  const { clock, guard, timeoutMs, expiryNow = () => clock.now() } = options;
  const connections = new Connections({
    clock,
    guard,
    resolve: options.resolve ?? resolveBySystem,
    connectTimeoutMs: timeoutMs,
    tunnel: options.tunnel,
    mostOpenFiles: options.mostOpenFiles,
    ownTarget: options.ownTarget,
  });
  const timeouts = new TimeoutSmoother(clock);
  const userAgent = `Posthorn/${options.version}`;
  return {
    send(request, leaves) {
      const connection = connections.take(request.target);
      const report = new Promise<SendReport>((resolve) => {
        const { headers, timestamp, lines } = requestHeaders(request, userAgent, {
          now: clock.now(),
          expiryNow: expiryNow(),
        });
        connection.dispatch(
          { method: 'POST', path: request.target.path, headers, body: request.body },
          new Exchange({
            clock,
            connection,
            origin: request.target.origin,
            timeoutMs,
            timeouts,
            timestamp,
            lines,
            leaves,
            done: resolve,
          }),
        );
      });
      return { opening: !connection.reused, report };
    },
    dropRefused: () => connections.dropRefused(),
    close: () => connections.destroyAll(),
  };
}

/**
 * Name and value alternately, and the lines kept of them. Signed at the moment of the send, so that the receiver sees a
 * fresh timestamp.
 */
function requestHeaders(
  request: SendRequest,
  userAgent: string,
  { now, expiryNow }: { readonly now: number; readonly expiryNow: number },
): { readonly headers: string[]; readonly timestamp: string; readonly lines: string } {
  const { target, messageId, body, note } = request;
  const timestampS = Math.floor(now / 1000);
  const keys = target.keys
    .filter(({ untilMs }) => untilMs === null || untilMs > expiryNow)
    .map(({ key }) => key);
  const timestamp = String(timestampS);
  const signature = sign(keys, messageId, timestampS, body);
  const headers = [
    'content-type',
    request.contentType ?? 'application/json',
    'user-agent',
    userAgent,
    'webhook-id',
    messageId,
    'webhook-timestamp',
    timestamp,
    'webhook-signature',
    signature,
  ];
  if (!request.whitelabel) {
    headers.push('svix-id', messageId, 'svix-timestamp', timestamp, 'svix-signature', signature);
  }
  if (note) headers.push(...note.headers);
  headers.push(...target.headers);
  const family = request.whitelabel ? 'webhook' : 'svix';
  return {
    headers,
    timestamp,
    lines: `${family}-signature: ${signature}\n${note?.lines ?? ''}${target.headerLines}`,
  };
}

interface ExchangeParts {
  readonly clock: Clock;
  readonly connection: Connection;
  readonly origin: string;
  readonly timeoutMs: number;
  readonly timeouts: TimeoutSmoother;
  /** The signature's timestamp, in seconds. */
  readonly timestamp: string;
  /** What else is kept of the request's headers. */
  readonly lines: string;
  readonly leaves: () => boolean;
  readonly done: (report: SendReport) => void;
}

/** One request and its response, seen from the connection. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #clock: Clock;
  readonly #connection: Connection;
  readonly #origin: string;
  readonly #leaves: () => boolean;
  readonly #done: (report: SendReport) => void;
  readonly #timer: Timer;
  readonly #text = new ResponseText();
  readonly #timestamp: string;
  readonly #lines: string;
  #startedUs: number;
  #sentAt: number | null = null;
  #status: number | null = null;
  #received: string | null = null;
  #retryAfter: string | null = null;
  #asksFor: ReceiverRequest | null = null;
  #likeness: string | null = null;
  /** Of a connection that could not be opened. */
  #address: string | null = null;
  #finished = false;

  constructor({
    clock,
    connection,
    timeoutMs,
    timeouts,
    timestamp,
    lines,
    leaves,
    done,
    ...parts
  }: ExchangeParts) {
    this.#timestamp = timestamp;
    this.#lines = lines;
    this.#clock = clock;
    this.#connection = connection;
    this.#origin = parts.origin;
    this.#leaves = leaves;
    this.#done = done;
    this.#startedUs = clock.monotonicUs();
    this.#timer = clock.setTimer(timeoutMs, () => timeouts.add(() => this.#timeOut()));
  }

  /** undici calls this right before it writes to the socket, with nothing in between. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#finished) return;
    if (!this.#leaves()) {
      this.#finish({ kind: 'withdrawn' });
      controller.abort(new Error('withdrawn')); // before undici goes on to write
      this.#connection.destroy();
      return;
    }
    this.#connection.expectResponse();
    this.#startedUs = this.#clock.monotonicUs();
    this.#sentAt = this.#clock.now();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#received = linesOfResponse(headers, status > 299);
    this.#retryAfter = firstOf(headers['retry-after']);
    const request = firstOf(headers['webhook-delivery'])?.trim().toLowerCase();
    this.#asksFor = request === 'disable' || request === 'abort-message' ? request : null;
    this.#likeness = likenessOfResponse(this.#origin, { status, location: firstOf(headers.location) });
    if (endsAtHead(status) && announcesBody(headers)) this.#drop(this.#response());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#text.add(chunk);
    if (this.#text.received > RESPONSE_READ_BYTES) this.#drop(this.#response());
  }

  onResponseEnd(): void {
    if (this.#finished) return;
    this.#finish(this.#response());
    this.#connection.release();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#drop(this.#explain(error));
  }

  #timeOut(): void {
    if (this.#sentAt === null) this.#likeness = 'timeout';
    this.#drop({ kind: 'timed-out' });
  }

  #response(): SendResult {
    if (this.#status === null) return { kind: 'failed', reason: INVALID_TEXT };
    const text = this.#text.toText();
    return {
      kind: 'responded',
      status: this.#status,
      text,
      retryAfter: this.#retryAfter,
      ...(this.#asksFor && { asksFor: this.#asksFor }),
    };
  }

  #explain(error: Error): SendReport['result'] {
    if (error instanceof AddressRefused) return { kind: 'blocked', exactReason: error.exactReason };
    const isOfProxy = error instanceof ProxyFailure;
    const own = ownFault(isOfProxy ? error.cause : error);
    if (own?.kind === 'network') return { kind: 'no-network', code: own.code, lost: own.lost };
    if (own) return { kind: 'short', code: own.code };
    if (isOfProxy) return { kind: 'proxy-failed', reason: error.message };
    if (this.#sentAt === null) {
      this.#likeness = likenessOfError(error);
      this.#address = addressIn(error);
    }
    const code = errorCode(error);
    if (code === 'UND_ERR_CONNECT_TIMEOUT') return { kind: 'timed-out' };
    const closed = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
    const { reused, hasResponse } = this.#connection;
    if (closed && reused && this.#sentAt !== null && !hasResponse) return { kind: 'stale' };
    const invalid = invalidResponse(error, this.#connection.responseStart, this.#status !== null);
    return { kind: 'failed', reason: invalid ?? failureMessage(error) };
  }

  /** If a connection had to be opened first, that may have taken a while; then the timestamp is older than the send. */
  #sentLines(sentAt: number): string {
    const isCurrent = String(Math.floor(sentAt / 1000)) === this.#timestamp;
    return isCurrent ? this.#lines : `webhook-timestamp: ${this.#timestamp}\n${this.#lines}`;
  }

  #drop(result: SendReport['result']): void {
    if (this.#finished) return;
    this.#finish(result);
    this.#connection.destroy();
  }

  #finish(result: SendReport['result']): void {
    this.#finished = true;
    this.#timer.cancel();
    const durationMs = Math.round((this.#clock.monotonicUs() - this.#startedUs) / 1000);
    this.#done({
      result,
      sentAt: this.#sentAt ?? this.#clock.now(),
      durationMs,
      written: this.#sentAt !== null,
      address: this.#connection.address ?? this.#address,
      likeness: this.#likeness,
      ...(this.#sentAt !== null && {
        headers: { sent: this.#sentLines(this.#sentAt), received: this.#received },
      }),
    });
  }
}

function announcesBody(headers: Record<string, string | string[] | undefined>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** The address that a connection could not be opened to; the first of several. */
function addressIn(error: unknown): string | null {
  const { address, errors } = (error ?? {}) as { readonly address?: unknown; readonly errors?: unknown };
  if (Array.isArray(errors)) return addressIn(errors[0]);
  return typeof address === 'string' ? address : null;
}

/** A repeated header counts as it came first. */
function firstOf(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
