import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The requests to the other instance. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Another instance whose answers a test decides. */
export interface ScriptedRemote {
  readonly baseUrl: string;
  readonly seen: SeenRequest[];
  /** Answers every later request; the body has been read. */
  respond: (request: SeenRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Starts one that accepts the token `remote-token` and answers every path with the request it received. */
export async function startScriptedRemote(): Promise<ScriptedRemote> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // the caller went away
    }
    const { method = '', url = '', headers } = request;
    const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
    remote.seen.push(seen);
    remote.respond(seen, response);
  });
  const remote: ScriptedRemote = {
    baseUrl: '',
    seen: [],
    respond: respondAsPosthorn,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(remote, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** Writes a JSON response. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function respondAsPosthorn(request: SeenRequest, response: ServerResponse): void {
  if (request.headers.authorization !== 'Bearer remote-token') {
    sendJson(response, 401, { code: 'authentication_failed', detail: 'Invalid token' });
  } else if (request.url === '/api/v1/auth/whoami') {
    sendJson(response, 200, { kind: 'admin', appId: null });
  } else {
    sendJson(response, 200, { url: request.url });
  }
}
