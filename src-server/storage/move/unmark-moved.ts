import type { Clock } from '../../base/clock';
import type { Log } from '../../base/log';
import { type MoveMark, readMoveMark, removeMoveMark } from './move-mark';
import type { MovePlace } from './move-place';
import { openMoveSource } from './open-sides';

/**
 * Lets an installation that was moved start again.
 * @returns what its mark said
 * @throws Error with a sentence for the user when it is in use, or was not moved
 */
export async function unmarkMoved(
  place: MovePlace,
  parts: { readonly clock: Clock; readonly log: Log },
): Promise<MoveMark> {
  const source = await openMoveSource(place, parts);
  try {
    const mark = await readMoveMark(source.rows);
    if (!mark) throw new Error(`The installation in ${source.name} was not moved: it starts as it is.`);
    await source.write(removeMoveMark);
    return mark;
  } finally {
    await source.close();
  }
}
