import { pipeline } from 'node:stream/promises';
import { apiError, notFound } from '../../base/errors';
import type { Service } from '../../base/lifecycle';
import { REMOTE_PREFIX } from '../../contract/connection';
import type { Connections } from '../../sync/connections';
import { forward, hasBody } from '../../sync/forward';
import type { RemoteClient } from '../../sync/remote-client';
import { whenGone } from '../when-gone';
import type { Mount } from './app';
import type { Authenticate } from './authenticate';
import type { OpenResponses } from './open-responses';
import { assertSignedBody, signedBody } from './signed-body';

const NO_BYTES = new Uint8Array();

interface ForwardParts {
  readonly authenticate: Authenticate;
  readonly connections: Connections;
  readonly client: RemoteClient;
  readonly openResponses: OpenResponses;
}

/**
 * `/remote/{connection}/api/v1/...`: the same request on another instance, for holders of this instance's admin token.
 * Bodies are streamed, so nothing may have read them before. `stop` ends the event streams, which do not end by
 * themselves; other requests run to their end.
 */
export function createForwardMount(parts: ForwardParts): Mount & Service {
  const streams = new Set<AbortController>();
  return {
    name: 'forwarded streams',
    start: () => Promise.resolve(),
    async stop() {
      for (const stream of streams) stream.abort();
    },
    path: REMOTE_PREFIX,
    async handle(request, response) {
      const principal = await parts.authenticate(request);
      if (principal.kind !== 'admin') {
        throw apiError('insufficient access', 'Only an admin token may use connections to other instances.');
      }
      const rest = request.url.slice(REMOTE_PREFIX.length + 1);
      const slash = rest.indexOf('/');
      const target = slash > 0 ? await parts.connections.target(rest.slice(0, slash)) : undefined;
      if (!target) throw notFound('Connection');
      if (!hasBody(request.headers)) await assertSignedBody(principal, NO_BYTES);
      const onGone = whenGone(response);
      const end = () => void response.destroy();
      // A write runs to its end: cut off, nobody would know whether it was done.
      if (request.method === 'GET') parts.openResponses.add({ response, onGone, end });
      const gone = new AbortController();
      if (request.headers.accept?.includes('text/event-stream')) streams.add(gone);
      onGone(() => {
        streams.delete(gone);
        gone.abort();
      });
      const forwarded = await forward(parts.client, target, {
        method: request.method,
        path: rest.slice(slash),
        headers: request.headers,
        body: signedBody(principal, request),
        signal: gone.signal,
      });
      response.writeHead(forwarded.status, {
        'cache-control': 'no-store',
        ...forwarded.headers,
        'x-content-type-options': 'nosniff',
      });
      response.flushHeaders(); // an event stream may stay silent for a while after its headers
      // The status has been sent: when the other side breaks off, so does this answer.
      await pipeline(forwarded.body, response).catch(() => response.destroy());
    },
  };
}
