/**
 * The largest number of times within any one second; a time exactly one second after another belongs to the next.
 * @param timesMs in order, on any clock
 */
export function worstSecond(timesMs: readonly number[]): number {
  let worst = 0;
  let from = 0;
  timesMs.forEach((time, index) => {
    while (time - (timesMs[from] ?? time) >= 1000) from += 1;
    worst = Math.max(worst, index - from + 1);
  });
  return worst;
}
