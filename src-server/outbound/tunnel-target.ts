import type { Clock } from '../base/clock';

/** Where a tunnel through a proxy ends. */
export interface TunnelTarget {
  /** Name or address, an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** How long it may take to open a tunnel. */
export interface TunnelTimeout {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** For the proxy itself: to accept the connection, and the credentials. */
  readonly connectTimeoutMs: number;
  /** For all of it, with its word about the target. Less than a request may take, which is the receiver's time. */
  readonly openTimeoutMs: number;
}
