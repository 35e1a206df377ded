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
 */
export class Connections {
  readonly #connect: buildConnector.connector;
  /** The most recently used at the end: it is taken first, so that the others can grow old. */
  readonly #idle = new Map<string, PooledConnection[]>();
  readonly #all = new Set<PooledConnection>();

  /** @param connectTimeoutMs how long a connection may take to open */
  constructor(guard: AddressGuard, resolve: ResolveName, connectTimeoutMs: number) {
    const connect = buildConnector({
      lookup: createGuardedLookup(guard, resolve),
      timeout: connectTimeoutMs,
    });
    this.#connect = (options, callback) => {
      // An address in the URL is never looked up, so it has to be checked here.
      const vetting = isIP(options.hostname) ? guard.vet([options.hostname]) : null;
      if (vetting && !vetting.ok) {
        const refusal = new AddressRefused(vetting.exactReason);
        queueMicrotask(() => callback(refusal, null));
      } else connect(options, callback);
    };
  }

  /** One that is idle, or a new one. */
  take(origin: string): Connection {
    const list = this.#idle.get(origin);
    const idle = list?.pop();
    if (list?.length === 0) this.#idle.delete(origin);
    if (idle) {
      idle.reused = true;
      return idle;
    }
    const connection = new PooledConnection(origin, this.#connect, {
      released: () => this.#keep(origin, connection),
      ended: () => this.#forget(origin, connection),
    });
    this.#all.add(connection);
    return connection;
  }

  /** Closes all of them at once. */
  destroyAll(): void {
    for (const connection of this.#all) connection.destroy();
  }

  #keep(origin: string, connection: PooledConnection): void {
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

class PooledConnection implements Connection {
  reused = false;
  readonly #client: Client;
  readonly #events: { released(): void; ended(): void };
  #idle = false;
  #ended = false;

  constructor(
    origin: string,
    connect: buildConnector.connector,
    events: { released(): void; ended(): void },
  ) {
    this.#events = events;
    this.#client = new Client(origin, {
      connect,
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
