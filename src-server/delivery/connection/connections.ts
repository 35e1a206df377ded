import { Client, type Dispatcher } from 'undici';
import type { Clock } from '../../base/clock';
import type { AddressGuard } from './address-guard';
import type { GuardedConnect, Peer } from './guarded-connect';
import { ResponseGate } from './response-gate';
import type { Target } from './target';
import { createTargetConnect, type TargetConnectParts } from './target-connect';

/** One connection to an origin, held by one exchange at a time. */
export interface Connection {
  /** True when it carried an exchange before: the other side may have closed it without our knowing yet. */
  readonly reused: boolean;
  /** Where it leads. Null: it is not open yet, or only the proxy knows. */
  readonly address: string | null;
  /** True once part of a response arrived, even an interim response. */
  readonly hasResponse: boolean;
  /** The first bytes of the response, while it arrives. */
  readonly responseStart: Buffer;
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  /** The request is being written right now: from here on, bytes from the other side are its response. */
  expectResponse(): void;
  /** Returns it in a state that allows another exchange. */
  release(): void;
  /** Closes it at once, with anything in progress on it. */
  destroy(): void;
}

/** How long an unused connection is kept; servers tend to close theirs after five seconds. */
const KEEP_IDLE_MS = 4000;
/** What undici says of a response in the same packet as the one before: its parser finds that without the gate. */
const BAD_RESPONSE = 'bad response';
/** How long no connection is kept alive to a receiver that sent unsolicited bytes. */
const DISTRUST_US = 600_000_000;
/** Most receivers remembered for that; each takes a message of its own to get there. */
const MOST_DISTRUSTED = 10_000;

/**
 * Connections by application and origin (scheme, host, port), kept alive between exchanges. Two applications never
 * share one, so that nothing one customer's receiver writes can pass for a response to another customer. One client per
 * connection instead of undici's Pool: the sender has to know whether a connection was used before, and must be able to
 * drop just the one that hangs. The caller decides how many there are at once; idle ones close by themselves. The gate
 * closes a connection that gets unsolicited bytes, and for a while none is kept alive to that receiver: without a kept
 * connection, there is nothing to send in advance on.
 *
 * The guard checks a connection before it opens, once it is open, and before each reuse: so nothing is written to a
 * target whose consent was withdrawn. An exchange in progress at that moment may finish.
 */
export class Connections {
  readonly #guard: AddressGuard;
  readonly #connect: GuardedConnect;
  /** The most recently used last: it is taken first, so that the others can age. */
  readonly #idle = new Map<string, PooledConnection[]>();
  readonly #all = new Set<PooledConnection>();
  readonly #clock: Clock;
  /** Until when, on the monotonic clock; the longest distrusted first. */
  readonly #distrustedUntilUs = new Map<string, number>();

  constructor(parts: TargetConnectParts) {
    this.#clock = parts.clock;
    this.#guard = parts.guard;
    this.#connect = createTargetConnect(parts);
  }

  /** An idle one, or a new one. */
  take({ origin, connectionKey }: Pick<Target, 'origin' | 'connectionKey'>): Connection {
    const idle = this.#takeIdle(connectionKey);
    if (idle) {
      idle.reused = true;
      return idle;
    }
    const connection = new PooledConnection(origin, this.#connect, {
      unasked: () => this.#distrust(connectionKey),
      released: () => this.#keep(connectionKey, connection),
      ended: () => this.#forget(connectionKey, connection),
    });
    this.#all.add(connection);
    return connection;
  }

  /** Closes idle connections to targets that the guard no longer lets through. */
  dropRefused(): void {
    for (const connection of this.#all) {
      if (connection.isIdle && this.#isRefused(connection)) connection.destroy();
    }
  }

  /** Closes all of them at once. */
  destroyAll(): void {
    for (const connection of this.#all) connection.destroy();
  }

  #takeIdle(key: string): PooledConnection | undefined {
    const list = this.#idle.get(key);
    const idle = list?.pop();
    if (list?.length === 0) this.#idle.delete(key);
    if (!idle || (idle.isOpen && !this.#isRefused(idle))) return idle;
    idle.destroy();
    return this.#takeIdle(key);
  }

  #isRefused({ peer }: PooledConnection): boolean {
    return peer !== null && peer.addresses.length > 0 && !this.#guard.vet(peer.addresses, peer.host).ok;
  }

  #keep(key: string, connection: PooledConnection): void {
    if (this.#isRefused(connection) || this.#isDistrusted(key)) {
      connection.destroy();
      return;
    }
    const list = this.#idle.get(key);
    if (list) list.push(connection);
    else this.#idle.set(key, [connection]);
  }

  /** Other connections kept to it may already hold bytes sent in advance. */
  #distrust(key: string): void {
    this.#distrustedUntilUs.delete(key);
    this.#distrustedUntilUs.set(key, this.#clock.monotonicUs() + DISTRUST_US);
    const [oldest] = this.#distrustedUntilUs.keys();
    if (oldest !== undefined && this.#distrustedUntilUs.size > MOST_DISTRUSTED) {
      this.#distrustedUntilUs.delete(oldest);
    }
    for (const connection of [...(this.#idle.get(key) ?? [])]) connection.destroy();
  }

  #isDistrusted(key: string): boolean {
    const untilUs = this.#distrustedUntilUs.get(key);
    if (untilUs === undefined) return false;
    if (this.#clock.monotonicUs() < untilUs) return true;
    this.#distrustedUntilUs.delete(key);
    return false;
  }

  #forget(key: string, connection: PooledConnection): void {
    this.#all.delete(connection);
    const list = this.#idle.get(key);
    const index = list?.indexOf(connection) ?? -1;
    if (!list || index === -1) return;
    list.splice(index, 1);
    if (list.length === 0) this.#idle.delete(key);
  }
}

interface ConnectionEvents {
  unasked(): void;
  released(): void;
  ended(): void;
}

class PooledConnection implements Connection {
  reused = false;
  /** Null: not open yet. */
  peer: Peer | null = null;
  #gate: ResponseGate | null = null;
  readonly #client: Client;
  readonly #events: ConnectionEvents;
  #idle = false;
  #ended = false;

  constructor(origin: string, connect: GuardedConnect, events: ConnectionEvents) {
    this.#events = events;
    this.#client = new Client(origin, {
      connect: (options, callback) =>
        connect(
          options,
          (peer, socket) => {
            this.peer = peer;
            this.#gate = new ResponseGate(socket, events.unasked);
            // A different one from before, if that was closed while the request waited for it.
            this.reused = false;
          },
          callback,
        ),
      pipelining: 1,
      keepAliveTimeout: KEEP_IDLE_MS,
      // The exchange has one timer for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#client.on('disconnect', (_origin, _targets, error) => {
      if (error.message === BAD_RESPONSE) events.unasked();
      if (this.#idle) this.destroy();
    });
  }

  get address(): string | null {
    return this.peer?.addresses[0] ?? null;
  }

  get isIdle(): boolean {
    return this.#idle;
  }

  get isOpen(): boolean {
    return this.#gate?.isOpen === true;
  }

  get hasResponse(): boolean {
    return this.#gate?.hasResponse === true;
  }

  get responseStart(): Buffer {
    return this.#gate?.start ?? Buffer.alloc(0);
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#idle = false;
    this.#client.dispatch(options, handler);
  }

  expectResponse(): void {
    this.#gate?.expect();
  }

  release(): void {
    if (this.#ended) return;
    this.#gate?.complete();
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
