import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { close, open } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { devNull } from 'node:os';
import type { Clock } from '../../base/clock';
import type { AddressGuard } from './address-guard';
import { ownFault } from './own-fault';

/** A connection that was never opened, because the guard refuses its target. */
export class AddressRefused extends Error {
  readonly exactReason: string;

  constructor(exactReason: string) {
    super('address refused');
    this.exactReason = exactReason;
  }
}

/** Resolves all addresses of a name. */
export type ResolveName = (
  hostname: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** The system resolver: the hosts file, then the name service. */
export const resolveBySystem: ResolveName = (hostname, done) =>
  lookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
    if (!error) return done(null, addresses);
    // A resolver that cannot open its files may report that there is no such name. So check separately whether it
    // could.
    open(devNull, 'r', (shortage, descriptor) => {
      if (shortage === null) close(descriptor);
      done(ownFault(shortage) === null ? error : shortage, []);
    });
  });

/**
 * Concurrent lookups. The system resolver blocks one of the few threads that the database also needs, and a broken name
 * server blocks it for many seconds; so most threads stay out of its reach.
 */
const LOOKUPS_AT_ONCE = 2;
const LOCALHOST = /^(.*\.)?localhost\.?$/i;

/**
 * A lookup for sockets that returns only addresses the guard has checked and allowed, so that no second response of a
 * name service can slip in between check and connection. Callers asking for the same name share one lookup. When it
 * takes `patience` of milliseconds, the name service counts as away (EAI_AGAIN).
 */
export function createGuardedLookup(
  guard: AddressGuard,
  resolve: ResolveName,
  patience: Patience,
): LookupFunction {
  const ask = patient(shared(limited(resolve)), patience);
  return (hostname, options: LookupOptions, callback) => {
    ask(hostname, (error, found) => {
      if (error) return callback(error, '');
      // All responses, including those of a family not asked for: a name that mixes them is refused as a whole.
      const addresses = found.map(({ address }) => address);
      const vetting = guard.vet(addresses, hostname);
      if (!vetting.ok) return callback(new AddressRefused(vetting.exactReason), '');
      const allowed = found.filter(
        ({ address, family }) =>
          vetting.addresses.includes(address) && (!options.family || options.family === family),
      );
      if (allowed.length === 0) return callback(new AddressRefused('the name has no address'), '');
      if (options.all) callback(null, allowed);
      else callback(null, allowed[0]?.address ?? '', allowed[0]?.family);
    });
  };
}

interface Patience {
  readonly clock: Clock;
  readonly waitMs: number;
}

type Resolved = Parameters<ResolveName>[1];

/** A resolver that has nobody to ask keeps silent for longer than a whole request may take. */
function patient(resolve: ResolveName, { clock, waitMs }: Patience): ResolveName {
  return (hostname, done) => {
    let isDone = false;
    const once: Resolved = (error, addresses) => {
      if (isDone) return;
      isDone = true;
      timer.cancel();
      done(error, addresses);
    };
    const silent = Object.assign(new Error('no response from DNS'), { code: 'EAI_AGAIN' });
    const timer = clock.setTimer(waitMs, () => once(silent, []));
    resolve(hostname, once);
  };
}

function limited(resolve: ResolveName): ResolveName {
  const queue: (() => void)[] = [];
  let running = 0;
  const next = (): void => {
    while (running < LOOKUPS_AT_ONCE) {
      const start = queue.shift();
      if (!start) return;
      running += 1;
      start();
    }
  };
  return (hostname, done) => {
    // Never asks a name server, and must not wait for one.
    if (LOCALHOST.test(hostname)) return resolve(hostname, done);
    queue.push(() =>
      resolve(hostname, (error, addresses) => {
        running -= 1;
        done(error, addresses);
        next();
      }),
    );
    next();
  };
}

function shared(resolve: ResolveName): ResolveName {
  const asking = new Map<string, Resolved[]>();
  return (hostname, done) => {
    const others = asking.get(hostname);
    if (others) {
      others.push(done);
      return;
    }
    const waiting = [done];
    asking.set(hostname, waiting);
    resolve(hostname, (error, addresses) => {
      asking.delete(hostname);
      for (const tell of waiting) tell(error, addresses);
    });
  };
}
