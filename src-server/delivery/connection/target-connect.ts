import { buildConnector } from 'undici';
import type { Clock } from '../../base/clock';
import type { Tunnel } from '../../outbound/tunnel';
import { createTunnelConnect } from '../../outbound/tunnel-connect';
import type { AddressGuard } from './address-guard';
import { createGuardedConnect, type GuardedConnect } from './guarded-connect';
import { createGuardedLookup, type ResolveName } from './guarded-lookup';
import { createProxiedConnect } from './proxied-connect';
import { whileThereIsRoom } from './room-to-connect';

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
}

/** The part of that time in which a name has to be looked up, so that its failure is known before the request is late. */
const LOOKUP_SHARE = 0.9;

/** Opens connections to whatever the guard lets through, directly or through the proxy. */
export function createTargetConnect({
  clock,
  guard,
  resolve,
  connectTimeoutMs,
  tunnel = null,
  mostOpenFiles = Number.POSITIVE_INFINITY,
}: TargetConnectParts): GuardedConnect {
  const lookup = createGuardedLookup(guard, resolve, {
    clock,
    waitMs: connectTimeoutMs * LOOKUP_SHARE,
  });
  const direct = createGuardedConnect(guard, buildConnector({ lookup, timeout: connectTimeoutMs }));
  if (!tunnel) return whileThereIsRoom(direct, mostOpenFiles);
  const tunnelConnect = createTunnelConnect(tunnel, { timeout: connectTimeoutMs });
  const proxied = createProxiedConnect(guard, lookup, tunnelConnect);
  const either: GuardedConnect = (options, opened, callback) =>
    (tunnel.leadsTo(options.hostname) ? proxied : direct)(options, opened, callback);
  return whileThereIsRoom(either, mostOpenFiles);
}
