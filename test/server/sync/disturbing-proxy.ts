import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the first server made to the second. */
export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly ifMatch: string | null;
  readonly body: string;
}

/**
 * What the proxy does with a request. `cut` ends the connection, `drop` does so after passing the request on, `hold`
 * passes it on and never answers, `mute` passes it on and answers 200 with an empty body.
 */
export type Passing = 'pass' | 'cut' | 'drop' | 'hold' | 'mute';

/** What a proxy has seen, and how it disturbs; tests may change it. */
export interface Disturbance {
  /** Requests that came through the proxy; tests may clear it. */
  readonly passed: PassedRequest[];
  /** Awaited before each request is passed on. */
  before: (request: PassedRequest) => Promise<void> | undefined;
  /** Called for each request. */
  decide: (request: PassedRequest) => Passing;
  /** A response that replaces that of the other server, as JSON, or as a page if it is a text; null for none. */
  respond: (
    request: PassedRequest,
  ) => { readonly status: number; readonly body: object | string | null } | null;
  /** The server to pass requests on to, with its own token. Null: the usual one. */
  other: { readonly baseUrl: string; readonly adminToken: string } | null;
  /** True strips what only Posthorn has from responses, as a server with only the common API would answer. */
  isPlain: boolean;
  /** True makes ETags weak, and compares them as RFC 9110 says: a weak one matches none. */
  isWeak: boolean;
}

/** Passes everything on. */
export function noDisturbance(): Disturbance {
  return {
    passed: [],
    before: () => undefined,
    decide: () => 'pass',
    respond: () => null,
    other: null,
    isPlain: false,
    isWeak: false,
  };
}

/** Whether a request writes an event type. */
export function isWrite({ method, path }: PassedRequest): boolean {
  return method !== 'GET' && path.includes('/event-type');
}

/** Starts a proxy in front of the server at `target`. */
export async function startDisturbingProxy(disturbance: Disturbance, target: string) {
  const proxy = createServer((request, response) => {
    void pass(disturbance, target, { request, response });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

async function pass(
  disturbance: Disturbance,
  target: string,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = '', url = '', headers } = request;
  const body = Buffer.concat(chunks);
  const seen = { method, path: url, ifMatch: headers['if-match'] ?? null, body: body.toString() };
  disturbance.passed.push(seen);
  await disturbance.before(seen);
  const passing = disturbance.decide(seen);
  if (passing === 'cut') return void request.socket.destroy();
  const neverMatches = disturbance.isWeak && seen.ifMatch?.startsWith('W/') === true;
  const scripted = neverMatches ? { status: 412, body: {} } : disturbance.respond(seen);
  if (scripted) {
    const isPage = typeof scripted.body === 'string';
    response.writeHead(scripted.status, { 'content-type': isPage ? 'text/html' : 'application/json' });
    return void response.end(isPage ? scripted.body : JSON.stringify(scripted.body));
  }
  const { host: _host, ...others } = headers;
  const { other } = disturbance;
  if (other) others.authorization = `Bearer ${other.adminToken}`;
  const onward = forward(`${other?.baseUrl ?? target}${url}`, { method, headers: others });
  onward.on('error', () => request.socket.destroy());
  onward.end(body);
  const [reply] = (await once(onward, 'response')) as [IncomingMessage];
  if (String(reply.headers['content-type']).includes('event-stream')) {
    response.writeHead(reply.statusCode ?? 500, reply.headers);
    response.on('close', () => onward.destroy());
    return void reply.on('error', () => response.destroy()).pipe(response);
  }
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part);
  if (passing === 'hold') return;
  if (passing === 'mute') return void response.writeHead(200).end();
  if (passing === 'drop') return void request.socket.destroy();
  const text = Buffer.concat(parts).toString();
  const isJson = text !== '' && String(reply.headers['content-type']).includes('json');
  const sent = disturbance.isPlain && isJson ? JSON.stringify(plain(JSON.parse(text))) : text;
  const { etag } = reply.headers;
  response.writeHead(reply.statusCode ?? 500, {
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...(etag !== undefined && !disturbance.isPlain ? { etag: disturbance.isWeak ? `W/${etag}` : etag } : {}),
  });
  response.end(sent);
}

/** The response without the newer spelling of flags and without groups. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== 'featureFlags' && key !== 'groupName');
  return Object.fromEntries(
    members.map(([key, member]) => [key, key === 'schemas' ? member : plain(member)]),
  );
}
