import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import type { Clock } from '../base/clock';
import type { Service } from '../base/lifecycle';
import { expressClasses } from './express-classes';

/** How long requests in flight get to finish when the server stops. */
const STOP_GRACE_MS = 10_000;
/** Longer than the idle time of common client pools, so that the client closes first and no request is lost. */
const KEEP_ALIVE_MS = 65_000;

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
  readonly app: Express;
}

/** Listens until stopped; then accepts nothing new and lets requests in flight finish. */
export function createHttpServer({ host, port, clock, app }: HttpServerParts): HttpServer {
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
