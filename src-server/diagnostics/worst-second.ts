/**
 * The most moments that lie within any one second; a moment exactly a second after another is in the next one.
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
