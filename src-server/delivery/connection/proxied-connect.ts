import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard';
import { type GuardedConnect, type Peer, type RefusedData, unaskedData } from './guarded-connect';
import { AddressRefused } from './guarded-lookup';
import { ownFault } from './own-fault';

/**
 * A connector through a proxy. The guard refuses an address in the URL, and a name that has a refused address here,
 * before anything is sent. A name that cannot be resolved here goes to the proxy, which then decides.
 */
export function createProxiedConnect(
  guard: AddressGuard,
  lookup: LookupFunction,
  connect: buildConnector.connector,
  refusedData: RefusedData = unaskedData,
): GuardedConnect {
  return (options, opened, callback) => {
    const host = options.hostname;
    const through = (peer: Peer): void =>
      connect(options, (...args) => {
        const [error, socket] = args;
        if (error) return callback(...args);
        setImmediate(() => {
          // Consent may have been withdrawn while it opened.
          const refused = refusalOf(guard, peer) ?? refusedData(socket);
          if (refused) {
            socket.destroy();
            return callback(refused, null);
          }
          opened(peer, socket);
          callback(null, socket);
        });
      });
    if (isIP(host) !== 0) {
      const peer = { addresses: [host], host: null };
      const refused = refusalOf(guard, peer);
      if (refused) queueMicrotask(() => callback(refused, null));
      else through(peer);
      return;
    }
    lookup(host, { all: true }, (error, found) => {
      if (error && (error instanceof AddressRefused || ownFault(error)?.kind === 'shortage')) {
        return callback(error, null);
      }
      const addresses = error || !Array.isArray(found) ? [] : found.map(({ address }) => address);
      through({ addresses, host });
    });
  };
}

/** Null: the guard lets it through, or knows no address of it. */
function refusalOf(guard: AddressGuard, { addresses, host }: Peer): AddressRefused | null {
  if (addresses.length === 0) return null;
  const vetting = guard.vet(addresses, host);
  return vetting.ok ? null : new AddressRefused(vetting.exactReason);
}
