import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import type { Clock } from '../../base/clock';
import type { Service } from '../../base/lifecycle';
import type { OwnCertificate } from '../../base/own-certificate';
import { isLoopback } from '../../host-names';
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
  /** With what it speaks https. Null or absent: it speaks plain http. */
  readonly tls?: Pick<OwnCertificate, 'context' | 'onChanged'> | null;
}

/** Listens until stopped; then accepts nothing new and lets requests in flight finish. */
export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { host, port, clock, app, tls = null, mostOpenFiles = Number.POSITIVE_INFINITY } = parts;
  let isStopping = false;
  // Kept, since requests that finish during the stop may ask for it, when the socket no longer has an address.
  let listensOn = port;
  const options = { keepAliveTimeout: KEEP_ALIVE_MS, ...expressClasses(app) };
  // Browsers open connections ahead of requests. Node does not count those as idle, so they would delay a stop.
  const unused = new Set<Socket>();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    unused.delete(request.socket);
    if (tls) promiseHttps(request, response);
    if (isStopping) response.setHeader('connection', 'close');
    response.once('close', () => {
      if (isStopping) setImmediate(() => server.closeIdleConnections());
    });
    app(request, response);
  };
  const awaitUse = (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  };
  const server = tls
    ? createTlsServer({ ...options, ...tls.context() }, handle)
    : createServer(options, handle);
  const inHandshake = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    if (descriptorOf(socket) >= mostOpenFiles - KEPT_FREE) {
      if (!tls) socket.write(REFUSAL);
      socket.destroy(); // at once, so that the next can be accepted
      return;
    }
    awaitUse(socket);
    if (!tls) return;
    const origin = originOf(socket);
    inHandshake.set(origin, socket);
    socket.once('close', () => inHandshake.delete(origin));
  });
  if (server instanceof TlsServer) {
    server.on('secureConnection', (socket) => {
      const below = inHandshake.get(originOf(socket));
      if (below) unused.delete(below);
      awaitUse(socket);
    });
    // Connections that are open stay so.
    tls?.onChanged(() => server.setSecureContext(tls.context()));
  }
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

/** A day: long enough for a browser that comes back, and short for whoever takes the certificate away again. */
const HTTPS_PROMISE = 'max-age=86400';

/**
 * Browsers then ask for https by themselves. The promise holds for all ports of a host, so none is made for the names of
 * this machine, where other programs serve plain http.
 */
function promiseHttps({ headers }: IncomingMessage, response: ServerResponse): void {
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  if (!isLoopback(host)) response.setHeader('strict-transport-security', HTTPS_PROMISE);
}

/** Where a connection comes from: the same for the socket with TLS and the one below it. */
function originOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
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
