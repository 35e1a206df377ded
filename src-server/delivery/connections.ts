import { isIP } from 'node:net';
import { buildConnector, Client, type Dispatcher } from 'undici';
import type { AddressGuard } from './address-guard';
import { AddressRefused, createGuardedLookup, type ResolveName } from './guarded-lookup';

/** One connection to an origin, held by one exchange at a time. */
export interface Connection {
  /** True when it carried an exchange before: then the other side may have closed it without our knowing yet. */
  readonly reused: boolean;
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  /** Gives it back in a state that allows another exchange. */
  release(): void;
  /** Closes it at once, with whatever is under way on it. */
  destroy(): void;
}

/** Waiting time for a connection that nobody uses; servers tend to close theirs after five seconds. */
const KEEP_IDLE_MS = 4000;

/**
 * Connections by origin (scheme, host, port), kept alive between exchanges. One client per connection instead of
 * undici's Pool: the sender has to know whether a connection is a used one, and must be able to drop just the one
 * that hangs. How many there are at once is decided by whoever sends; idle ones close by themselves.
 *
 * A connection is judged by the guard before it opens, once it is open, and each time before it is used again: so
 * nothing is written to where consent was taken back. An exchange that is under way then may end.
 */
export class Connections {
  readonly #guard: AddressGuard;
  readonly #connect: buildConnector.connector;
  /** The most recently used at the end: it is taken first, so that the others can grow old. */
  readonly #idle = new Map<string, PooledConnection[]>();
  readonly #all = new Set<PooledConnection>();

  /** @param connectTimeoutMs how long a connection may take to open */
  constructor(guard: AddressGuard, resolve: ResolveName, connectTimeoutMs: number) {
    this.#guard = guard;
    this.#connect = buildConnector({
      lookup: createGuardedLookup(guard, resolve),
      timeout: connectTimeoutMs,
    });
  }

  /** One that is idle, or a new one. */
  take(origin: string): Connection {
    const idle = this.#takeIdle(origin);
    if (idle) {
      idle.reused = true;
      return idle;
    }
    const connection = new PooledConnection(origin, guarded(this.#guard, this.#connect), {
      released: () => this.#keep(origin, connection),
      ended: () => this.#forget(origin, connection),
    });
    this.#all.add(connection);
    return connection;
  }

  /** Closes what is idle and leads to where the guard does not let anything through any more. */
  dropRefused(): void {
    for (const connection of this.#all) {
      if (connection.isIdle && this.#isRefused(connection)) connection.destroy();
    }
  }

  /** Closes all of them at once. */
  destroyAll(): void {
    for (const connection of this.#all) connection.destroy();
  }

  #takeIdle(origin: string): PooledConnection | undefined {
    const list = this.#idle.get(origin);
    const idle = list?.pop();
    if (list?.length === 0) this.#idle.delete(origin);
    if (!idle || !this.#isRefused(idle)) return idle;
    idle.destroy();
    return this.#takeIdle(origin);
  }

  #isRefused({ peer }: PooledConnection): boolean {
    return peer !== null && !this.#guard.vet([peer.address], peer.host).ok;
  }

  #keep(origin: string, connection: PooledConnection): void {
    if (this.#isRefused(connection)) {
      connection.destroy();
      return;
    }
    const list = this.#idle.get(origin);
    if (list) list.push(connection);
    else this.#idle.set(origin, [connection]);
  }

  #forget(origin: string, connection: PooledConnection): void {
    this.#all.delete(connection);
    const list = this.#idle.get(origin);
    const index = list?.indexOf(connection) ?? -1;
    if (!list || index === -1) return;
    list.splice(index, 1);
    if (list.length === 0) this.#idle.delete(origin);
  }
}

/** Where a connection really leads: the address, and the name it was found by (null: none, the URL has it). */
interface Peer {
  readonly address: string;
  readonly host: string | null;
}

/** Opens a socket and says where it leads; calls back with null when the guard refuses that. */
type Connect = (
  options: buildConnector.Options,
  opened: (peer: Peer) => void,
  callback: buildConnector.Callback,
) => void;

function guarded(guard: AddressGuard, connect: buildConnector.connector): Connect {
  return (options, opened, callback) => {
    const refusal = (address: string, host: string | null): AddressRefused | null => {
      const vetting = guard.vet([address], host);
      return vetting.ok ? null : new AddressRefused(vetting.exactReason);
    };
    // An address in the URL is never looked up, so it has to be judged here.
    const host = isIP(options.hostname) ? null : options.hostname;
    const known = host === null ? refusal(options.hostname, null) : null;
    if (known) {
      queueMicrotask(() => callback(known, null));
      return;
    }
    connect(options, (...args) => {
      const [error, socket] = args;
      // Without an address it has been closed already, and nothing can be written to it.
      if (error || !socket.remoteAddress) return callback(...args);
      // Consent may have been taken back while it opened.
      const refused = refusal(socket.remoteAddress, host);
      if (refused) {
        socket.destroy();
        return callback(refused, null);
      }
      opened({ address: socket.remoteAddress, host });
      callback(null, socket);
    });
  };
}

class PooledConnection implements Connection {
  reused = false;
  /** Null: not open yet. */
  peer: Peer | null = null;
  readonly #client: Client;
  readonly #events: { released(): void; ended(): void };
  #idle = false;
  #ended = false;

  constructor(origin: string, connect: Connect, events: { released(): void; ended(): void }) {
    this.#events = events;
    this.#client = new Client(origin, {
      connect: (options, callback) =>
        connect(
          options,
          (peer) => {
            this.peer = peer;
          },
          callback,
        ),
      pipelining: 1,
      keepAliveTimeout: KEEP_IDLE_MS,
      // The exchange has one timer for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#client.on('disconnect', () => {
      if (this.#idle) this.destroy();
    });
  }

  get isIdle(): boolean {
    return this.#idle;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#idle = false;
    this.#client.dispatch(options, handler);
  }

  release(): void {
    if (this.#ended) return;
    this.#idle = true;
    this.#events.released();
  }

  destroy(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#events.ended();
    this.#client.destroy(new Error('connection dropped'), () => undefined);
  }
}
