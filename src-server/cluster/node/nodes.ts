import { hostname } from 'node:os';
import { systemClock, type Timer } from '../../base/clock';
import type { NewId } from '../../base/id';
import type { Service } from '../../base/lifecycle';
import type { Log } from '../../base/log';
import { DEFAULT_LEASE_S, type ServerConfig } from '../../config';
import type { SharedSending } from '../../delivery/shared-sending';
import type { ChangeLog } from '../../storage/change-log';
import type { FoundNodes } from '../../storage/open-folder';
import { postgresMigrations } from '../../storage/postgres/migrate-postgres';
import { VERSION } from '../../version';
import { assertFits } from '../assert-fits';
import type { Cluster } from '../interface/cluster';
import { Membership } from '../membership';
import { NodeMeasures } from '../node-measures';
import { type SharedSecrets, secretCheckOf } from '../secret-check';
import { slotOf } from '../slots';
import { advertisedAddress } from './advertised-address';

/** How often it looks in the database for what another node has stored without being able to say so. */
const SWEEP_EVERY_MS = 10_000;

/** The part of the engine that follows the slots. */
type Sending = Pick<SharedSending, 'takeOver' | 'handOver' | 'abandon' | 'sweep'> & {
  sendingChanged(): void;
};

interface NodesParts {
  readonly config: ServerConfig;
  readonly found: FoundNodes;
  readonly secrets: SharedSecrets;
  readonly newId: NewId;
  readonly log: Log;
  /** The engine, which is built later. */
  readonly sending: () => Sending;
  readonly sendsPerSecond: () => number;
  /** `http://host:port` as this server listens. */
  readonly listens: () => string;
}

/** This server among those that share its database. */
export interface Nodes {
  readonly cluster: Cluster;
  /** Where the others reach this server. */
  address(): string;
  /** The ids of the nodes that live, this one first: each start has its own. */
  runs(): readonly [string, ...string[]];
  /** What was committed since this server opened the database. */
  readonly changes: ChangeLog;
  /** For the metrics. */
  readonly measures: NodeMeasures;
  /** Started when requests are accepted, and stopped before anything else: it gives back what is not busy. */
  readonly presence: Service;
  /** Stopped when nothing is sent any more. */
  readonly membership: Service;
}

/**
 * Checks that this server fits the others. It joins them when `presence` starts.
 * @throws Error with a sentence for the user when it does not
 */
export async function createNodes(parts: NodesParts): Promise<Nodes> {
  const { config, found, log, newId, sending } = parts;
  const leaseMs = (config.leaseS ?? DEFAULT_LEASE_S) * 1000;
  // Real time, whatever clock this server is given: other processes measure it, too.
  const clock = systemClock;
  const secretCheck = secretCheckOf(parts.secrets, leaseMs);
  const fit = { table: found.table, clock, leaseMs, secretCheck };
  await assertFits(fit, found.state, '');
  const askedUs = clock.monotonicUs();
  const now = await found.table.read();
  const inSlots = (slots: ReadonlySet<number>) => (endpointId: string) => slots.has(slotOf(endpointId));
  const membership = new Membership({
    table: found.table,
    clock,
    log,
    leaseMs,
    found: now,
    askedUs,
    newId: () => newId('node_'),
    sendsPerSecond: parts.sendsPerSecond,
    assertFits: (state, selfId) => assertFits(fit, state, selfId),
    listener: {
      taken: (slots) => sending().takeOver(inSlots(slots)),
      release: (slots) => sending().handOver(inSlots(slots)),
      lost: (slots) => sending().abandon(inSlots(slots)),
    },
  });
  membership.onTrusted(() => sending().sendingChanged());
  let sweeping: Timer | null = null;
  const sweepLater = () => {
    sweeping = clock.setTimer(SWEEP_EVERY_MS, () => {
      sending()
        .sweep()
        .catch((cause: unknown) =>
          log.warn({ err: cause }, 'could not look for what other nodes have stored'),
        )
        .finally(() => {
          if (sweeping !== null) sweepLater();
        });
    });
  };
  const address = () => advertisedAddress(config.advertise ?? null, parts.listens(), hostname());
  return {
    cluster: membership,
    address,
    runs: () => [
      membership.selfId(),
      ...membership.state().nodes.flatMap(({ id, diedAt }) => (diedAt === null ? [id] : [])),
    ],
    changes: found.changes,
    measures: new NodeMeasures(membership),
    presence: {
      name: 'presence among the nodes',
      start: () =>
        membership.start({
          address: address(),
          version: VERSION,
          schemaVersion: postgresMigrations.at(-1)?.version ?? 0,
          secretCheck,
        }),
      stop: () => membership.beginLeaving(),
    },
    membership: {
      name: 'membership of the nodes',
      start: async () => sweepLater(),
      async stop() {
        sweeping?.cancel();
        sweeping = null;
        await membership.stop();
      },
    },
  };
}
