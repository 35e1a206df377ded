import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { AddressGuard } from './address-guard';
import { AddressRefused } from './guarded-lookup';
import { ReceiverFault } from './receiver-fault';

/**
 * Where a connection really leads: the address, and the name that resolved to it (null: none, the URL has the address).
 * Behind a proxy, all addresses that the name has here; none if only the proxy can resolve it.
 */
export interface Peer {
  readonly addresses: readonly string[];
  readonly host: string | null;
}

/** Opens a socket and says where it leads; calls back with null when the guard refuses that. */
export type GuardedConnect = (
  options: buildConnector.Options,
  opened: (peer: Peer, socket: Socket) => void,
  callback: buildConnector.Callback,
) => void;

/**
 * A connector that checks the address before a connection opens and once it is open.
 * @param refusedData says what is wrong with bytes that are there before anything was written
 */
export function createGuardedConnect(
  guard: AddressGuard,
  connect: buildConnector.connector,
  refusedData: RefusedData = unaskedData,
): GuardedConnect {
  return (options, opened, callback) => {
    const refusal = (address: string, host: string | null): AddressRefused | null => {
      const vetting = guard.vet([address], host);
      return vetting.ok ? null : new AddressRefused(vetting.exactReason);
    };
    // An address in the URL is never looked up, so it has to be checked here.
    const host = isIP(options.hostname) ? null : options.hostname;
    const known = host === null ? refusal(options.hostname, null) : null;
    if (known) {
      queueMicrotask(() => callback(known, null));
      return;
    }
    connect(options, (...args) => {
      const [error, socket] = args;
      // Without an address, it is already closed, and nothing can be written to it.
      if (error || !socket.remoteAddress) return callback(...args);
      const address = socket.remoteAddress;
      // The request is written right after the callback: unsolicited bytes from the other side show up before.
      setImmediate(() => {
        // Consent may have been withdrawn while it opened.
        const refused = refusal(address, host) ?? refusedData(socket);
        if (refused) {
          socket.destroy();
          return callback(refused, null);
        }
        opened({ addresses: [address], host }, socket);
        callback(null, socket);
      });
    });
  };
}

/** Null: nothing is wrong. */
export type RefusedData = (socket: Pick<Socket, 'readableLength'>) => ReceiverFault | null;

/** What the other side sent before it was asked anything. Null: nothing. */
export const unaskedData: RefusedData = (socket) =>
  socket.readableLength > 0 ? new ReceiverFault('ERR_UNASKED_DATA') : null;
