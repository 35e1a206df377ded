import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { openFileSource } from './file-source';
import { openFileTarget } from './file-target';
import type { MovePlace } from './move-place';
import type { MoveSource, MoveTarget } from './move-sides';
import type { MovedTable } from './moved-table';

interface Parts {
  readonly clock: Clock;
  readonly log: Log;
}

/** Holds and opens the installation that is to be moved. @throws Error with a sentence for the user */
export async function openMoveSource(place: MovePlace, { clock, log }: Parts): Promise<MoveSource> {
  if (place.kind === 'folder') return openFileSource(place.folder, clock, log);
  const { openPostgresSource } = await import('./postgres-move');
  return openPostgresSource(place.url, log);
}

/** Holds the empty place where it goes. @throws Error with a sentence for the user */
export async function openMoveTarget(
  place: MovePlace,
  tables: readonly MovedTable[],
  { clock, log, isTried }: Parts & { readonly isTried: boolean },
): Promise<MoveTarget> {
  if (place.kind === 'folder') return openFileTarget(place.folder, tables, { clock, isTried });
  const { openPostgresTarget } = await import('./postgres-move');
  return openPostgresTarget(place.url, tables, { log, isTried });
}
