import { type Clock, systemClock } from '../base/clock';
import type { Log } from '../base/log';
import { TimeWatch } from '../base/time-watch';
import type { Nodes } from '../cluster/node/nodes';
import type { Database } from '../storage/database';
import { createSignOfLifeStore } from '../storage/installation/sign-of-life-store';

/** Watches the clock of the database where nodes share it: it is the same for all. A server that was given a clock has that. */
export function openTimeWatch(
  db: Database,
  nodes: Nodes | null,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<TimeWatch> {
  const wallNow = nodes && clock === systemClock ? () => nodes.cluster.wallNow() : () => clock.now();
  return TimeWatch.open({ clock, wallNow, signs: createSignOfLifeStore(db), log });
}
