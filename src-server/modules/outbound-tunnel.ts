import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import type { ServerConfig } from '../config';
import { readNoProxy } from '../outbound/no-proxy';
import { createTunnel, type Tunnel } from '../outbound/tunnel';

/** A proxy is nearby; one that takes longer is away. Less than a request may take: its time is the receiver's. */
const CONNECT_TIMEOUT_MS = 5000;
/** Of the time of a request: a proxy that has said nothing by then is at fault, before the time of the receiver is up. */
const OPEN_SHARE = 0.9;

/** The proxy of the settings. Null: there is none. */
export function createOutboundTunnel(
  { proxy = null, noProxy = [], requestTimeoutS }: ServerConfig,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Tunnel | null {
  if (proxy === null) return null;
  return createTunnel({
    proxy,
    goesDirect: readNoProxy(noProxy),
    clock,
    log,
    connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, (requestTimeoutS * 1000) / 2),
    openTimeoutMs: requestTimeoutS * 1000 * OPEN_SHARE,
  });
}
