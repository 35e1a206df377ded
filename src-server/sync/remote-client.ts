import { Agent, buildConnector, type Dispatcher } from 'undici';
import { readText } from '../base/read-text';
import { trustOnly } from '../base/trust-only';
import { endsAtHead } from '../outbound/ends-at-head';
import type { Tunnel } from '../outbound/tunnel';
import { createTunnelConnect } from '../outbound/tunnel-connect';
import { explainRemoteFailure, type RemoteFailure } from './remote-failure';
import type { RemoteTarget } from './remote-target';
import { strongTag } from './strong-tag';

/** How long other instances may take. */
export interface RemoteTimeouts {
  /** For the connection, including TLS. */
  readonly connectMs: number;
  /** From the request to the first byte of the response; imports of large documents take some seconds. */
  readonly headersMs: number;
  /** Between two parts of a response. Not used for event streams, which may be silent for long. */
  readonly bodyMs: number;
  /** For one request with its whole response, however it trickles in. */
  readonly responseMs: number;
  /** For a whole catalog, and for a request that is passed on, unless its response is an event stream. */
  readonly wholeMs: number;
}

export const DEFAULT_REMOTE_TIMEOUTS: RemoteTimeouts = {
  connectMs: 5_000,
  headersMs: 60_000,
  bodyMs: 30_000,
  responseMs: 120_000,
  wholeMs: 600_000,
};

/** A response to a small request, read completely. */
export interface RemoteResponse {
  readonly status: number;
  /** Where a redirect points; null for other answers. It is never followed. */
  readonly location: string | null;
  /** The body, if it is JSON; otherwise undefined. */
  readonly json: unknown;
}

/** A request to another instance. */
export interface RemoteRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent unchanged: what looks like a step upwards is a name. */
  readonly path: string;
  /** JSON text. Absent: none. */
  readonly body?: string;
  /** ETag of the state that may be changed. Absent: any. */
  readonly ifMatch?: string | null;
  readonly signal?: AbortSignal;
}

/** What came back, read completely. */
export interface RemoteReply {
  readonly status: number;
  /** ETag of the thing's state, a strong one. Null: it has none. */
  readonly etag: string | null;
  readonly text: string;
}

/** Calls other instances over kept-alive connections. Certificates are checked against the system's trust store. */
export interface RemoteClient {
  readonly dispatcher: Dispatcher;
  readonly timeouts: RemoteTimeouts;
  /** Requests `GET url` with a token. Every way to get no response is a RemoteFailure. */
  get(url: string, token: string): Promise<RemoteResponse | RemoteFailure>;
  /**
   * Calls an operation of the API.
   * @param path of the request: below `/api/v1` of `target`
   */
  send(target: RemoteTarget, request: RemoteRequest): Promise<RemoteReply | RemoteFailure>;
  /** Ends all connections, even those with a response in progress. */
  close(): Promise<void>;
}

/** Larger answers to a small request are not from an API that we know. */
const RESPONSE_MAX_BYTES = 1024 * 1024;
/** Largest page of event types, or one of them; ours end pages at a sixteenth. */
const REPLY_MAX_BYTES = 32 * 1024 * 1024;

/**
 * @param tunnel the proxy on the way out. Null: there is none
 * @param certificate PEM of the only one that is trusted. Null: those that the system trusts
 */
export function createRemoteClient(
  timeouts: RemoteTimeouts = DEFAULT_REMOTE_TIMEOUTS,
  tunnel: Tunnel | null = null,
  certificate: string | null = null,
): RemoteClient {
  const direct = buildConnector({ timeout: timeouts.connectMs, ...trustOnly(certificate) });
  const dispatcher = new Agent({
    connect: connectorOf(direct, tunnel, timeouts.connectMs),
    maxOrigins: 200,
  });
  return {
    dispatcher,
    timeouts,
    async get(url, token) {
      try {
        const { origin, pathname, search } = new URL(url);
        const response = await dispatcher.request({
          origin,
          path: pathname + search,
          method: 'GET',
          headers: { accept: 'application/json', authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(Math.min(timeouts.responseMs, 30_000)),
          headersTimeout: Math.min(timeouts.headersMs, 10_000),
          bodyTimeout: timeouts.bodyMs,
        });
        const { location } = response.headers;
        return {
          status: response.statusCode,
          location:
            typeof location === 'string' && response.statusCode >= 300 && response.statusCode < 400
              ? location
              : null,
          json: parseJson((await textOf(response, RESPONSE_MAX_BYTES)) ?? ''),
        };
      } catch (cause) {
        return explainRemoteFailure(cause, url);
      }
    },
    async send({ baseUrl, token, gone }, { method, path, body, ifMatch, signal }) {
      const ends = [gone, AbortSignal.timeout(timeouts.responseMs), ...(signal ? [signal] : [])];
      try {
        const { origin, pathname } = new URL(baseUrl);
        const response = await dispatcher.request({
          origin,
          path: `${pathname.replace(/\/$/, '')}/api/v1${path}`,
          method,
          headers: {
            accept: 'application/json',
            authorization: `Bearer ${token}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(ifMatch ? { 'if-match': ifMatch } : {}),
          },
          body: body ?? null,
          signal: AbortSignal.any(ends),
          headersTimeout: timeouts.headersMs,
          bodyTimeout: timeouts.bodyMs,
        });
        const text = await textOf(response, REPLY_MAX_BYTES);
        if (text === null) return tooLarge(baseUrl);
        const { etag } = response.headers;
        return { status: response.statusCode, etag: typeof etag === 'string' ? strongTag(etag) : null, text };
      } catch (cause) {
        return explainRemoteFailure(cause, baseUrl);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** Null: it is longer. */
async function textOf(
  { statusCode, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<string | null> {
  if (!endsAtHead(statusCode)) return readText(body, maxBytes);
  body.on('error', () => undefined).destroy();
  return '';
}

function connectorOf(
  direct: buildConnector.connector,
  tunnel: Tunnel | null,
  timeoutMs: number,
): buildConnector.connector {
  if (!tunnel) return direct;
  const proxied = createTunnelConnect(tunnel, { timeout: timeoutMs });
  return (options, callback) => (tunnel.leadsTo(options.hostname) ? proxied : direct)(options, callback);
}

function tooLarge(baseUrl: string): RemoteFailure {
  const most = `${REPLY_MAX_BYTES / 1024 / 1024} MiB`;
  return {
    code: 'remote_unreachable',
    detail: `${new URL(baseUrl).host} responds with more than ${most} at once, which this API never does.`,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
