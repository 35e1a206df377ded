import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as it arrived. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** Names and values alternating, as they came over the wire. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  /** When its headers were read, in milliseconds of performance.now(). */
  readonly atMs: number;
}

/** How to answer a request. `hang` never does; `close` drops the connection. */
export type ReceiverResponse =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer }
  | { readonly after: Promise<unknown>; readonly status: number; readonly body?: string }
  | 'hang'
  | 'close'
  | 'endless';

export interface Receiver {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly port: number;
  readonly arrivals: readonly Arrival[];
  /** Connections accepted so far. */
  connections(): number;
  /** Calls `listener` whenever a connection has closed, whoever closed it. */
  onConnectionClosed(listener: () => void): void;
  /** Resolves when `count` requests have arrived in total. */
  arrived(count: number): Promise<void>;
  /** Closes idle connections, as a server with a short keep-alive would. */
  closeIdle(): void;
  close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1 that answers as scripted; 200 with an empty body without a script. */
export async function startReceiver(
  script: (arrival: Arrival, count: number) => ReceiverResponse = () => ({ status: 200 }),
): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  const sockets = new Set<Socket>();
  const closeListeners: (() => void)[] = [];
  let accepted = 0;
  const server = createServer((request, response) => {
    const atMs = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const arrival = toArrival(request, Buffer.concat(chunks), atMs);
      arrivals.push(arrival);
      respond(script(arrival, arrivals.length), request, response);
      for (const waiter of waiting) if (arrivals.length >= waiter.count) waiter.resolve();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      for (const listener of closeListeners) listener();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    arrivals,
    connections: () => accepted,
    onConnectionClosed: (listener) => void closeListeners.push(listener),
    async arrived(count) {
      if (arrivals.length >= count) return;
      await new Promise<void>((resolve) => waiting.add({ count, resolve }));
    },
    closeIdle: () => server.closeIdleConnections(),
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function toArrival(request: IncomingMessage, body: Buffer, atMs: number): Arrival {
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    body,
    atMs,
  };
}

function respond(how: ReceiverResponse, request: IncomingMessage, response: ServerResponse): void {
  if (how === 'hang') return;
  if (how === 'close') {
    request.socket.destroy();
  } else if (how === 'endless') {
    response.writeHead(200);
    const chunk = Buffer.alloc(16_384, 'x');
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  } else if ('after' in how) {
    void how.after.then(() => response.writeHead(how.status).end(how.body ?? ''));
  } else {
    response.writeHead(how.status, how.headers).end(how.body ?? '');
  }
}

/** The most arrivals in any window of one second. */
export function busiestSecond(arrivals: readonly Pick<Arrival, 'atMs'>[]): number {
  let most = 0;
  for (let end = 0, start = 0; end < arrivals.length; end++) {
    while ((arrivals[end]?.atMs ?? 0) - (arrivals[start]?.atMs ?? 0) >= 1000) start += 1;
    most = Math.max(most, end - start + 1);
  }
  return most;
}
