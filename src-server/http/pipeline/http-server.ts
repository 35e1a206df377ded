import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import type { Clock } from '../../base/clock';
import type { Service } from '../../base/lifecycle';
import { expressClasses } from './express-classes';

/** How long requests in flight get to finish when the server stops. */
const STOP_GRACE_MS = 10_000;
/** Longer than the idle time of common client pools, so that the client closes first and no request is lost. */
const KEEP_ALIVE_MS = 65_000;
/** Left to files and to the database. At its limit, the system would drop connections without a word. */
const KEPT_FREE = 16;
const TOO_MANY = JSON.stringify({
  code: 'unavailable',
  detail: 'This server has reached its limit of open files and connections. Try again in a second.',
});
/** What a connection gets that must be closed before its request is read. */
const REFUSAL = [
  'HTTP/1.1 503 Service Unavailable',
  'content-type: application/json; charset=utf-8',
  `content-length: ${TOO_MANY.length}`,
  'retry-after: 1',
  'connection: close',
  `\r\n${TOO_MANY}`,
].join('\r\n');

/** The listening socket. */
interface HttpServer extends Service {
  /** The port it listens on; known once it has started. */
  port(): number;
}

interface HttpServerParts {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly clock: Clock;
  /** How many files and connections this process may have open; absent: there is no limit. */
  readonly mostOpenFiles?: number;
  readonly app: Express;
}

/** Listens until stopped; then accepts nothing new and lets requests in flight finish. */
export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { host, port, clock, app, mostOpenFiles = Number.POSITIVE_INFINITY } = parts;
  let isStopping = false;
  // Kept, since requests that finish during the stop may ask for it, when the socket no longer has an address.
  let listensOn = port;
  const options = { keepAliveTimeout: KEEP_ALIVE_MS, ...expressClasses(app) };
  // Browsers open connections ahead of requests. Node does not count those as idle, so they would delay a stop.
  const unused = new Set<Socket>();
  const server = createServer(options, (request, response) => {
    unused.delete(request.socket);
    if (isStopping) response.setHeader('connection', 'close');
    response.once('close', () => {
      if (isStopping) setImmediate(() => server.closeIdleConnections());
    });
    app(request, response);
  });
  server.on('connection', (socket) => {
    if (descriptorOf(socket) >= mostOpenFiles - KEPT_FREE) {
      socket.write(REFUSAL);
      socket.destroy(); // at once, so that the next can be accepted
      return;
    }
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  return {
    name: 'http server',
    port: () => listensOn,
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', (cause: NodeJS.ErrnoException) => reject(explain(cause, host, port)));
        server.listen(port, host, () => {
          server.removeAllListeners('error');
          listensOn = (server.address() as AddressInfo).port;
          resolve();
        });
      }),
    stop() {
      isStopping = true;
      return new Promise((resolve) => {
        const timer = clock.setTimer(STOP_GRACE_MS, () => server.closeAllConnections());
        server.close(() => {
          timer.cancel();
          resolve();
        });
        server.closeIdleConnections();
        for (const socket of unused) socket.destroy();
      });
    },
  };
}

/** All numbers below are in use, too. -1: the system has no such numbers. */
function descriptorOf(socket: Socket): number {
  return (socket as { readonly _handle?: { readonly fd?: number } | null })._handle?.fd ?? -1;
}

function explain(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  if (cause.code === 'EADDRINUSE') {
    return new Error(`Port ${port} on ${host} is in use. Choose another with --port, or 0 for a free one.`, {
      cause,
    });
  }
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND') {
    return new Error(`This computer has no address ${host} to listen on. Choose another with --host.`, {
      cause,
    });
  }
  return new Error(`Cannot listen on ${host}, port ${port}: ${cause.message}`, { cause });
}
