import type { Clock } from '../base/clock';
import type { Log } from '../base/log';
import type { ServerConfig } from '../config';
import { readNoProxy } from '../outbound/no-proxy';
import { createTunnel, type Tunnel } from '../outbound/tunnel';

/** A proxy is nearby; one that takes longer is away. Less than a request may take: its time is the receiver's. */
const CONNECT_TIMEOUT_MS = 5000;

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
    responseTimeoutMs: requestTimeoutS * 1000,
  });
}
