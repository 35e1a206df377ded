import type { IncomingMessage } from 'node:http';
import { type Clock, toIsoTime } from '../base/clock';
import { invalid } from '../base/errors';
import type { Service } from '../base/lifecycle';
import type { ReceivedRequest, ReceiverLogOut } from '../contract/receiver';
import type { Mount } from './pipeline/app';
import { type BodyRoom, type HeldRoom, RECEIVER_BODIES } from './pipeline/body-room';

/** Where requests are received; the next segment names the bin. */
export const RECEIVER_PREFIX = '/receiver';
/** Newer requests push the oldest out. */
const REQUESTS_PER_BIN = 200;
/** A new bin pushes out the least recently used one: anyone who reaches the port can create one. */
const MOST_BINS = 100;
/** Bodies are truncated to this many bytes. */
const KEPT_BODY_BYTES = 64 * 1024;
/** Most bytes of bodies and headers that all bins keep together. */
const KEPT_BYTES = 32 * 1024 * 1024;
const LONGEST_DELAY_MS = 60_000;
/**
 * Requests waiting for a delayed answer; more are answered at once, or they would hold an unbounded number of sockets.
 */
const MOST_DELAYED = 1_000;

interface Bin {
  count: number;
  /** Newest last. */
  readonly requests: { readonly entry: ReceivedRequest; readonly bytes: number }[];
}

/**
 * A built-in receiver of webhooks, so that a first delivery needs nothing else. Kept in memory only. `stop` answers all
 * delayed requests at once.
 */
export interface Receiver extends Service {
  /** Records any request to `/receiver/{bin}` and answers as its query demands: `?status=503&delayMs=200`. */
  readonly mount: Mount;
  /** What a bin has received; an unknown one is empty. */
  read(bin: string): ReceiverLogOut;
  /** Deletes what a bin has received, and restarts its count. */
  clear(bin: string): void;
  /**
   * Calls `listener` for each request to a bin, with the id of its message and its arrival on the monotonic clock, in
   * microseconds, until the returned function is called.
   */
  watch(bin: string, listener: (arrival: { readonly id: string; readonly atUs: number }) => void): () => void;
}

export function createReceiver(clock: Clock, bodies: Pick<BodyRoom, 'hold'>): Receiver {
  const bins = new Bins();
  const delayed = new Set<AbortController>();
  const watchers = new Map<string, Parameters<Receiver['watch']>[1]>();
  return {
    name: 'built-in receiver',
    start: () => Promise.resolve(),
    async stop() {
      for (const delay of delayed) delay.abort();
    },
    mount: {
      path: RECEIVER_PREFIX,
      async handle(request, response) {
        const receivedAt = toIsoTime(clock.now());
        const atUs = clock.monotonicUs();
        const { bin, status, delayMs } = readAddress(request.url);
        const room = bodies.hold(RECEIVER_BODIES);
        let body: string;
        try {
          body = await readStart(request, room);
        } finally {
          room.release();
        }
        bins.add(bin, {
          receivedAt,
          method: request.method,
          url: request.url,
          headers: headersOf(request),
          body,
          answeredStatus: status,
        });
        watchers.get(bin)?.({ id: String(request.headers['webhook-id'] ?? ''), atUs });
        if (delayMs > 0 && delayed.size < MOST_DELAYED) {
          const delay = new AbortController();
          delayed.add(delay);
          response.on('close', () => delay.abort());
          await clock.sleep(delayMs, delay.signal);
          delayed.delete(delay);
        }
        if (response.destroyed) return;
        response.statusCode = status;
        response.setHeader('cache-control', 'no-store');
        response.setHeader('x-content-type-options', 'nosniff');
        if (status === 204 || status === 205 || status === 304) {
          response.end();
          return;
        }
        response.setHeader('content-type', 'application/json');
        response.end(status < 300 ? '{"ok":true}' : `{"ok":false,"status":${status}}`);
      },
    },
    read: (bin) => bins.read(bin),
    clear: (bin) => bins.clear(bin),
    watch(bin, listener) {
      watchers.set(bin, listener);
      return () => watchers.delete(bin);
    },
  };
}

/** Bins by name, least recently used first, with a bound on their number and on what they keep. */
class Bins {
  readonly #bins = new Map<string, Bin>();
  #bytes = 0;

  add(name: string, request: Omit<ReceivedRequest, 'number'>): void {
    const bin = this.#bins.get(name) ?? { count: 0, requests: [] };
    this.#bins.delete(name);
    this.#bins.set(name, bin); // to the end: used just now
    bin.count++;
    const entry = { number: bin.count, ...request };
    const bytes = JSON.stringify(entry).length;
    bin.requests.push({ entry, bytes });
    this.#bytes += bytes;
    if (bin.requests.length > REQUESTS_PER_BIN) this.#dropOldest(bin);
    while (this.#bins.size > MOST_BINS) this.clear(this.#leastUsed());
    for (const other of this.#bins.values()) {
      while (this.#bytes > KEPT_BYTES && other.requests.length > 0) this.#dropOldest(other);
    }
  }

  read(name: string): ReceiverLogOut {
    const bin = this.#bins.get(name);
    if (!bin) return { count: 0, requests: [] };
    return { count: bin.count, requests: bin.requests.map(({ entry }) => entry).reverse() };
  }

  clear(name: string): void {
    const bin = this.#bins.get(name);
    if (!bin) return;
    while (bin.requests.length > 0) this.#dropOldest(bin);
    this.#bins.delete(name);
  }

  #leastUsed(): string {
    return this.#bins.keys().next().value ?? '';
  }

  #dropOldest(bin: Bin): void {
    this.#bytes -= bin.requests.shift()?.bytes ?? 0;
  }
}

function readAddress(url: string) {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at));
  const bin = path.slice(RECEIVER_PREFIX.length + 1).split('/', 1)[0] ?? '';
  if (!/^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,100}$/.test(bin)) {
    throw invalid({
      loc: ['path', 'bin'],
      msg: `Name a bin of letters, digits, "-", "_", "." or "~": ${RECEIVER_PREFIX}/my-bin`,
      type: 'value_error',
    });
  }
  return {
    bin,
    // An informational status is not a response: a client would keep waiting for the real one.
    status: readInteger(query, 'status', 200, 200, 599),
    delayMs: readInteger(query, 'delayMs', 0, 0, LONGEST_DELAY_MS),
  };
}

function readInteger(
  query: URLSearchParams,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (/^\d{1,6}$/.test(text) && value >= min && value <= max) return value;
  throw invalid({
    loc: ['query', name],
    msg: `${name} must be a whole number from ${min} to ${max}`,
    type: 'value_error',
  });
}

/**
 * The first bytes of a body as text; the rest is read and dropped.
 * @throws ApiError too_many_requests or unavailable before any of it is read
 */
async function readStart(request: IncomingMessage, room: HeldRoom): Promise<string> {
  room.grow(Math.min(Number(request.headers['content-length'] ?? KEPT_BODY_BYTES), KEPT_BODY_BYTES));
  const chunks: Buffer[] = [];
  let kept = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (kept >= KEPT_BODY_BYTES) continue;
    const part = chunk.subarray(0, KEPT_BODY_BYTES - kept);
    // A copy: a slice would keep its whole buffer alive.
    chunks.push(part.length < chunk.length ? Buffer.from(part) : part);
    kept += part.length;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(request.headersDistinct))
    headers[name] = values?.join(', ') ?? '';
  return headers;
}
