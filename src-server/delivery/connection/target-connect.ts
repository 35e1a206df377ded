import { buildConnector } from 'undici';
import type { Clock } from '../../base/clock';
import { trustOnly } from '../../base/trust-only';
import type { Tunnel } from '../../outbound/tunnel';
import { createTunnelConnect } from '../../outbound/tunnel-connect';
import type { AddressGuard } from './address-guard';
import { createGuardedConnect, type GuardedConnect, unaskedData } from './guarded-connect';
import { createGuardedLookup, type ResolveName } from './guarded-lookup';
import { createProxiedConnect } from './proxied-connect';
import { whileThereIsRoom } from './room-to-connect';

/** This server itself, as a target: its certificate need not be one that the system trusts. */
export interface OwnTarget {
  isAt(host: string, port: number): boolean;
  /** PEM of the certificate that it has now. */
  certificate(): string;
}

/** What decides how a target is reached. */
export interface TargetConnectParts {
  readonly clock: Clock;
  readonly guard: AddressGuard;
  readonly resolve: ResolveName;
  /** How long a connection may take to open. */
  readonly connectTimeoutMs: number;
  /** The proxy on the way out. Null or absent: there is none. */
  readonly tunnel?: Tunnel | null | undefined;
  /** How many files and connections this process may have open; absent: there is no limit. */
  readonly mostOpenFiles?: number | undefined;
  /** Null or absent: it speaks plain http. */
  readonly ownTarget?: OwnTarget | null | undefined;
  /** Whether the other side speaks first, as in SMTP. Absent: what it says unasked ends the connection. */
  readonly greets?: boolean;
}

/** The part of that time in which a name has to be looked up, so that its failure is known before the request is late. */
const LOOKUP_SHARE = 0.9;
const HTTPS_PORT = 443;

/** Opens connections to whatever the guard lets through, directly or through the proxy. */
export function createTargetConnect({
  clock,
  guard,
  resolve,
  connectTimeoutMs,
  tunnel = null,
  mostOpenFiles = Number.POSITIVE_INFINITY,
  ownTarget = null,
  greets = false,
}: TargetConnectParts): GuardedConnect {
  const lookup = createGuardedLookup(guard, resolve, {
    clock,
    waitMs: connectTimeoutMs * LOOKUP_SHARE,
  });
  const plain = { lookup, timeout: connectTimeoutMs };
  const toOthers = buildConnector(plain);
  const refusedData = greets ? () => null : unaskedData;
  const direct = createGuardedConnect(
    guard,
    (options, callback) => {
      const isOwn = ownTarget?.isAt(options.hostname, Number(options.port) || HTTPS_PORT) === true;
      const connect = isOwn ? buildConnector({ ...plain, ...trustOnly(ownTarget.certificate()) }) : toOthers;
      connect(options, callback);
    },
    refusedData,
  );
  if (!tunnel) return whileThereIsRoom(direct, mostOpenFiles);
  const tunnelConnect = createTunnelConnect(tunnel, { timeout: connectTimeoutMs });
  const proxied = createProxiedConnect(guard, lookup, tunnelConnect, refusedData);
  const either: GuardedConnect = (options, opened, callback) =>
    (tunnel.leadsTo(options.hostname) ? proxied : direct)(options, opened, callback);
  return whileThereIsRoom(either, mostOpenFiles);
}
