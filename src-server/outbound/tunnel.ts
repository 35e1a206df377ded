import type { Socket } from 'node:net';
import type { Log } from '../base/log';
import { openHttpTunnel } from './http-tunnel';
import type { GoesDirect } from './no-proxy';
import { ProxyFailure } from './proxy-failure';
import type { ProxySetting } from './proxy-setting';
import { openSocksTunnel } from './socks-tunnel';
import type { TunnelTarget, TunnelTimeout } from './tunnel-target';

/** The proxy on the way out, for everything that this server sends by itself. */
export interface Tunnel {
  /** False for a host that is reached without it. */
  leadsTo(host: string): boolean;
  /**
   * A connection to the target, through the proxy.
   * @throws ProxyFailure when that is not for the target, but for the proxy
   * @throws UnreachableBehindProxy
   */
  open(target: TunnelTarget): Promise<Socket>;
  /** What is wrong with the proxy and what to do, as two sentences. Null: it worked last, or was not used yet. */
  trouble(): string | null;
}

export interface TunnelParts extends TunnelTimeout {
  readonly proxy: ProxySetting;
  readonly goesDirect: GoesDirect;
  readonly log: Log;
}

export function createTunnel({ proxy, goesDirect, log, ...timeout }: TunnelParts): Tunnel {
  const openThrough = proxy.protocol === 'socks5:' ? openSocksTunnel : openHttpTunnel;
  let failure: ProxyFailure | null = null;
  return {
    leadsTo: (host) => !goesDirect(host),
    async open(target) {
      try {
        const socket = await openThrough(proxy, target, timeout);
        failure = null;
        return socket;
      } catch (cause) {
        const latest = cause instanceof ProxyFailure ? cause : null;
        // Once for each kind of trouble, however many sends it costs.
        if (latest && latest.message !== failure?.message)
          log.error({ reason: latest.message }, 'the proxy fails');
        failure = latest;
        throw cause;
      }
    },
    trouble: () => failure?.explanation ?? null,
  };
}
