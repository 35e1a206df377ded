import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** A way to a server that a test can cut. */
export interface CutProxy {
  /** A folder with a socket, as the host of a PostgreSQL address. */
  readonly folder: string;
  /** Cuts every connection, now or as soon as the client sends these bytes, which then arrive all the same. */
  cut(after?: string): void;
  /** Whether new connections are let through. */
  letThrough(isOpen: boolean): void;
  /** Whether bytes get through. Without, connections stay open and say nothing, as when a cable is pulled. */
  stall(isStalled: boolean): void;
  close(): Promise<void>;
}

/**
 * @param folder where its socket will be
 * @param target the folder with the socket of the server
 */
export async function startCutProxy(folder: string, target: string): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let cutAfter: Buffer | null = null;
  let isOpen = true;
  let isStalled = false;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server: Server = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const upstream = createConnection(join(target, SOCKET));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      if (isStalled) socket.pause();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let isLast = false;
    client.on('data', (bytes) => {
      isLast ||= cutAfter !== null && bytes.includes(cutAfter);
      if (isLast) cutAfter = null;
      upstream.write(bytes);
    });
    // The response is lost, what was sent is not.
    upstream.on('data', (bytes) => (isLast ? cutAll() : client.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(join(folder, SOCKET), resolve));
  return {
    folder,
    cut(after) {
      if (after === undefined) cutAll();
      else cutAfter = Buffer.from(after);
    },
    letThrough(open) {
      isOpen = open;
    },
    stall(stalled) {
      isStalled = stalled;
      for (const socket of sockets) stalled ? socket.pause() : socket.resume();
    },
    async close() {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const SOCKET = '.s.PGSQL.5432';
