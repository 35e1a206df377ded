import { changedPointers } from './changed-pointers';
import { sameContent } from './content-text';
import { mergeSides } from './merge-sides';
import type { Sides, SidesStatus } from './sides';

/** The differences between the three sides of an event type. */
export function statusOfSides(sides: Sides): SidesStatus {
  const { base, mine, theirs } = sides;
  const mineChanged = !sameContent(base, mine);
  const theirsChanged = !sameContent(base, theirs);
  return {
    mineChanged,
    theirsChanged,
    inConflict: mineChanged && theirsChanged && mergeSides(sides).conflicts.length > 0,
    fields: mineChanged && base !== null && mine !== null ? changedPointers(base, mine) : [],
  };
}
