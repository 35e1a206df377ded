import type { PayloadProblem } from '../../../src-server/contract/payload-check';
import type { JsonNode } from '../../../src-server/json-schema/json-node';
import type { Reword } from '../../../src-server/portal-texts/rewording';
import { type TextPlace, textPlace } from './text-place';
import type { PlacedProblem } from './use-problem-steps';

/** The violations of a payload with their places in its text, and the place of any other pointer. */
interface PlacedProblems {
  readonly problems: readonly PlacedProblem[];
  readonly placeOf: (pointer: string) => TextPlace;
}

const NOWHERE: TextPlace = { start: 0, end: 0, line: 1 };

/**
 * Finds violations in the text of a payload.
 * @param payload as it was parsed; undefined: nothing was checked
 * @param reword says what is wrong in the language of the reader; absent: that is English
 */
export function placedProblems(
  payload: JsonNode | undefined,
  problems: readonly PayloadProblem[],
  reword?: Reword,
): PlacedProblems {
  const known = new Map<string, TextPlace>();
  const placeOf = (pointer: string) => {
    const place = known.get(pointer) ?? (payload ? textPlace(payload, pointer) : NOWHERE);
    known.set(pointer, place);
    return place;
  };
  return {
    placeOf,
    problems: problems.map(({ pointer, message }) => ({
      place: placeOf(pointer),
      label: `${pointer} ${reword?.(message) ?? message}`.trim(),
    })),
  };
}
