import { isIPv6, type Socket } from 'node:net';
import { Client } from 'undici';
import {
  brokenProxy,
  ProxyFailure,
  refusedByProxy,
  Silence,
  UnreachableBehindProxy,
  wrongCredentials,
} from './proxy-failure';
import { type ProxySetting, proxyLabel } from './proxy-setting';
import type { TunnelTarget, TunnelTimeout } from './tunnel-target';

/**
 * Opens a connection through a proxy with CONNECT (RFC 9110), for plain targets too: only so can the proxy's refusal be
 * told from the receiver's response.
 * @throws ProxyFailure
 * @throws UnreachableBehindProxy
 */
export async function openHttpTunnel(
  proxy: ProxySetting,
  { host, port }: TunnelTarget,
  { clock, connectTimeoutMs, openTimeoutMs }: TunnelTimeout,
): Promise<Socket> {
  // Its own client for each: a proxy that hangs holds up only those who wait for it.
  const client = new Client(proxyLabel(proxy), {
    connect: { timeout: connectTimeoutMs },
    headersTimeout: 0,
  });
  const timer = clock.setTimer(openTimeoutMs, () => client.destroy(new Silence(), () => undefined));
  const path = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  try {
    const { statusCode, socket } = await client.connect({ path, headers: headersFor(proxy, path) });
    if (statusCode >= 200 && statusCode <= 299) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw refusalOf(proxy, statusCode);
  } catch (cause) {
    if (cause instanceof ProxyFailure || cause instanceof UnreachableBehindProxy) throw cause;
    if (cause instanceof Silence) throw new ProxyFailure(proxy, brokenProxy(cause.message));
    throw new ProxyFailure(proxy, brokenProxy(codeOf(cause)), cause);
  } finally {
    timer.cancel();
    // The socket of a tunnel no longer belongs to it.
    client.destroy(null, () => undefined);
  }
}

function headersFor({ credentials }: ProxySetting, host: string): Record<string, string> {
  if (credentials === null) return { host };
  const pair = Buffer.from(`${credentials.user}:${credentials.password}`, 'utf8').toString('base64');
  return { host, 'proxy-authorization': `Basic ${pair}` };
}

function refusalOf(proxy: ProxySetting, status: number): Error {
  if (status === 502 || status === 504) return new UnreachableBehindProxy();
  if (status === 407) return new ProxyFailure(proxy, wrongCredentials('407'));
  return new ProxyFailure(proxy, refusedByProxy(String(status)));
}

function codeOf(cause: unknown): string {
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'no valid response';
}
