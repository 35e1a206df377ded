import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import type { Log } from '../base/log';
import type { EndpointStore } from '../storage/endpoint-store';
import { PASSED_ON_HEADER } from './cluster-key';
import type { Cluster } from './interface/cluster';
import type { EndpointRequest, NodeResponse, SenderNodes } from './interface/sender-nodes';
import { type PassedReply, PEER_TIMEOUT_MS, type Peer, type PeerClient, PeerFailure } from './peer-client';

interface SenderNodesParts {
  readonly cluster: Pick<Cluster, 'ownerOf' | 'isSelf' | 'selfId' | 'onBeat'>;
  readonly client: Pick<PeerClient, 'pass'>;
  readonly endpoints: Pick<EndpointStore, 'get'>;
  readonly isPeer: (headers: IncomingHttpHeaders) => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** What concerns one connection, or the encoding of its bytes, and is made anew by the client of this node. */
const NOT_PASSED = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
  'accept-encoding',
]);
const HEADERS_BACK = ['etag', 'retry-after'];
/** How long a write may take, as long as its node stays the owner. */
const WRITE_LIMIT_MS = 60_000;

/**
 * Passes requests about an endpoint on to the node that sends to it, once: a node that gets one and is not the owner
 * any more does not pass it further.
 */
export function createSenderNodes(parts: SenderNodesParts): SenderNodes {
  const { cluster, client, endpoints, clock, log } = parts;
  /** Writes that wait for another node. */
  const writes = new Map<AbortController, { readonly endpointId: string; readonly nodeId: string }>();

  // A read gets a response soon. A write must not be given up while its node works on it, but when the node is gone.
  cluster.onBeat(async () => {
    for (const [limit, { endpointId, nodeId }] of writes) {
      if (cluster.ownerOf(endpointId)?.id !== nodeId) limit.abort();
    }
  });

  async function send(node: Peer, endpointId: string, request: EndpointRequest): Promise<PassedReply> {
    const limit = new AbortController();
    const isRead = request.method === 'GET';
    const timer = clock.setTimer(isRead ? PEER_TIMEOUT_MS : WRITE_LIMIT_MS, () => limit.abort());
    if (!isRead) writes.set(limit, { endpointId, nodeId: node.id });
    const { method, url, body } = request;
    const headers = { ...passedHeaders(request.headers), [PASSED_ON_HEADER]: cluster.selfId() };
    try {
      const passed = { method, path: url, headers, body: body.length === 0 ? null : body };
      return await client.pass(node, passed, limit.signal);
    } finally {
      timer.cancel();
      writes.delete(limit);
    }
  }

  const wasPassed = (headers: IncomingHttpHeaders) =>
    headers[PASSED_ON_HEADER] !== undefined && parts.isPeer(headers);

  return {
    wasPassed,
    async pass(request) {
      const endpoint = await endpoints.get(request.applicationId, request.endpoint);
      if (!endpoint) return null;
      const owner = cluster.ownerOf(endpoint.id);
      if (owner && cluster.isSelf(owner)) return null;
      if (owner && !wasPassed(request.headers)) {
        try {
          return responseOf(await send(owner, endpoint.id, request));
        } catch (cause) {
          if (!(cause instanceof PeerFailure)) throw cause;
          log.debug(
            { err: cause, nodeId: owner.id },
            'a node did not respond to a request that was passed on',
          );
          // It may be doing what the caller wanted.
          if (cause.mayHaveArrived && request.method !== 'GET') throw unavailable();
        }
      }
      if (request.isForAnyNode) return null;
      throw unavailable();
    },
  };
}

function passedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && !NOT_PASSED.has(name)) passed[name] = value;
  }
  return passed;
}

function responseOf({ status, headers, text }: PassedReply): NodeResponse {
  const back = HEADERS_BACK.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { status, headers: Object.fromEntries(back), text: text === '' ? null : text };
}

function unavailable() {
  return apiError('unavailable', 'The server that sends to this endpoint cannot be reached. Try again.', 1);
}
