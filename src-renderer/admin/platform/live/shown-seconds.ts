/** The longest range of the charts in seconds. */
export const WINDOW_S = 300;
/** The shortest range, and what is shown of the time before the first traffic. */
const SHORTEST_S = 30;
const LEAD_S = 3;
/** The shortest range right after the service has started. */
const FIRST_S = 10;

interface ShownRange {
  /** The last second that is shown. */
  readonly untilS: number;
  /** The first second with traffic among the last five minutes; null: there is none. */
  readonly firstS: number | null;
  /** Nothing was recorded before; null: unknown. */
  readonly recordedSinceS: number | null;
}

/**
 * How many seconds a chart shows: five minutes, or since the first traffic in them, so that a burst fills its chart.
 * Nothing is shown of the time before the service ran, unless there is data of it. Times are seconds since 1970.
 */
export function shownSeconds({ untilS, firstS, recordedSinceS }: ShownRange): number {
  const knownS = Math.min(firstS ?? untilS, recordedSinceS ?? 0);
  const wantedS = firstS === null ? WINDOW_S : Math.max(SHORTEST_S, untilS - firstS + 1 + LEAD_S);
  return Math.min(WINDOW_S, wantedS, Math.max(FIRST_S, untilS - knownS + 1));
}
