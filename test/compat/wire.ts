import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Loose } from './clients';

/** One request of a client and its response, as sent over the wire. */
export interface Exchange {
  readonly method: string;
  /** Below `/api/v1`, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
  readonly responseHeaders: Headers;
  readonly responseText: string;
  /** The response, if it is JSON. */
  readonly json: Loose;
}

/** A proxy between the clients and the server that passes everything on and records it. */
export interface Wire {
  readonly baseUrl: string;
  readonly exchanges: Exchange[];
  /** Loses the server's responses to the next `count` requests: the server handles them, and the client gets 503. */
  loseResponses(count: number): void;
  close(): Promise<void>;
}

/** Starts one on a free port. @param target asked for each request, as a restarted server has another address */
export async function startWire(target: () => string): Promise<Wire> {
  const exchanges: Exchange[] = [];
  let lost = 0;
  const server = createServer(async (request, response) => {
    const exchange = await pass(request, target());
    exchanges.push(exchange);
    const type = exchange.responseHeaders.get('content-type');
    if (lost > 0) {
      lost -= 1;
      response.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"lost","detail":"lost"}');
    } else {
      response
        .writeHead(exchange.status, type === null ? {} : { 'content-type': type })
        .end(exchange.responseText);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    loseResponses(count) {
      lost = count;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Headers that concern one connection, not the message. */
const OF_THE_CONNECTION = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
]);

async function pass(request: IncomingMessage, target: string): Promise<Exchange> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (!OF_THE_CONNECTION.has(name)) headers.set(name, String(value));
  const method = request.method ?? '';
  const response = await fetch(`${target}${request.url}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === '' ? {} : { body }),
  });
  const text = await response.text();
  const url = new URL(request.url ?? '', target);
  return {
    method,
    path: url.pathname.replace(/^\/api\/v1/, ''),
    query: url.searchParams,
    headers: request.headers,
    body,
    status: response.status,
    responseHeaders: response.headers,
    responseText: text,
    json: response.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined,
  };
}
