import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import type { Tunnel } from './tunnel';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** A connector for undici that goes through the proxy, and speaks TLS with the receiver itself if it wants that. */
export function createTunnelConnect(
  tunnel: Pick<Tunnel, 'open'>,
  tls: buildConnector.BuildOptions = {},
): buildConnector.connector {
  const secure = buildConnector(tls);
  return (options, callback) => {
    const host = options.hostname;
    const port = options.port ? Number(options.port) : (PORTS[options.protocol] ?? 0);
    tunnel.open({ host, port }).then(
      (socket) => {
        if (options.protocol !== 'https:') return callback(null, socket);
        const servername = options.servername ?? (isIP(host) ? undefined : host);
        secure({ ...options, ...(servername !== undefined && { servername }), httpSocket: socket }, callback);
      },
      (cause: Error) => callback(cause, null),
    );
  };
}
