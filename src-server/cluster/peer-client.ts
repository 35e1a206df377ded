/**
 * Requests from this node to the others, over kept-alive connections and without any proxy: nodes are in one network.
 *
 * Promises: each call ends within its time limit; redirects are not followed; a response beyond the size limit is a
 * failure; neither the secret nor the key made of it is part of any error.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../base/clock';
import { readText } from '../base/read-text';
import type { NodeRow } from '../storage/node-table';
import { CLUSTER_KEY_HEADER } from './cluster-key';
import type { PeerOperation } from './peer-operations';

/** Where nodes call each other. */
export const PEER_PREFIX = '/internal/v1';
/** A node that says nothing for this long is left alone until later. */
export const PEER_TIMEOUT_MS = 2000;

/** The largest response of a call; one of a request that was passed on may be a long list. */
const REPLY_MAX_BYTES = 4 * 1024 * 1024;
const PASSED_REPLY_MAX_BYTES = 64 * 1024 * 1024;

/** A node has given no response, or none that could be used. */
export class PeerFailure extends Error {
  /** Whether the node may have got the request. */
  readonly mayHaveArrived: boolean;

  constructor(address: string, what: string, mayHaveArrived: boolean) {
    super(`The node at ${address} ${what}.`);
    this.name = 'PeerFailure';
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** One that can be called. */
export type Peer = Pick<NodeRow, 'id' | 'address'>;

/** A request that a node answers in place of this one. */
export interface PassedRequest {
  readonly method: Dispatcher.HttpMethod;
  /** Path and query, unchanged. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: none. */
  readonly body: Uint8Array | null;
}

export interface PassedReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty: it has no body. */
  readonly text: string;
}

export interface PeerClient {
  /** @throws PeerFailure after two seconds at the latest */
  call<In, Out>(peer: Peer, operation: PeerOperation<In, Out>, body: In): Promise<Out>;
  /**
   * Passes a request of somebody else on.
   * @param until when to give up, beside the two seconds for the connection
   * @throws PeerFailure
   */
  pass(peer: Peer, request: PassedRequest, until: AbortSignal): Promise<PassedReply>;
  /**
   * Opens an endless response, and calls `take` with each of its lines.
   * @returns when it ends, for whatever reason
   */
  follow<In>(peer: Peer, operation: PeerOperation<In, unknown>, body: In, follower: Follower): Promise<void>;
  close(): Promise<void>;
}

interface Follower {
  readonly take: (line: string) => void;
  readonly signal: AbortSignal;
}

/** @param key what `clusterKeyOf` makes of the shared secret */
export function createPeerClient(key: string, clock: Clock): PeerClient {
  const dispatcher = new Agent({ connect: { timeout: PEER_TIMEOUT_MS }, headersTimeout: 0, bodyTimeout: 0 });

  const post = (peer: Peer, path: string, body: unknown, signal: AbortSignal) =>
    dispatcher.request({
      origin: peer.address,
      path: PEER_PREFIX + path,
      method: 'POST',
      headers: { [CLUSTER_KEY_HEADER]: key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });

  return {
    async call(peer, operation, body) {
      const limit = new AbortController();
      const timer = clock.setTimer(PEER_TIMEOUT_MS, () => limit.abort());
      try {
        const response = await post(peer, operation.path, body, limit.signal);
        const text = await readText(response.body, REPLY_MAX_BYTES);
        if (response.statusCode !== 200 || text === null) {
          throw new PeerFailure(peer.address, `responded with status ${response.statusCode}`, true);
        }
        const reply: unknown = JSON.parse(text);
        operation.checkReply(reply);
        return reply as never; // as checked
      } catch (cause) {
        throw failureOf(peer, cause);
      } finally {
        timer.cancel();
      }
    },
    async pass(peer, { method, path, headers, body }, signal) {
      try {
        const response = await dispatcher.request({
          origin: peer.address,
          path,
          method,
          headers: { ...headers, [CLUSTER_KEY_HEADER]: key },
          body,
          signal,
        });
        const text = await readText(response.body, PASSED_REPLY_MAX_BYTES);
        if (text === null) throw new PeerFailure(peer.address, 'responds with too much at once', true);
        return { status: response.statusCode, headers: response.headers, text };
      } catch (cause) {
        throw failureOf(peer, cause);
      }
    },
    async follow(peer, operation, body, { take, signal }) {
      try {
        const response = await post(peer, operation.path, body, signal);
        if (response.statusCode !== 200) return void response.body.on('error', () => undefined).destroy();
        await readLines(response.body, take);
      } catch {
        // Whoever follows opens it again when the time has come.
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function failureOf(peer: Peer, cause: unknown): PeerFailure {
  if (cause instanceof PeerFailure) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const neverArrived = [
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'UND_ERR_CONNECT_TIMEOUT',
  ];
  return new PeerFailure(peer.address, 'does not respond', !neverArrived.includes(code));
}

async function readLines(body: Dispatcher.ResponseData['body'], take: (line: string) => void): Promise<void> {
  body.setEncoding('utf8');
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > REPLY_MAX_BYTES) return;
    for (const line of lines) if (line !== '') take(line);
  }
}
