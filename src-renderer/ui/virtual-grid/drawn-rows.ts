/**
 * Numbers of the rows to draw, in reading order: those of the window, and always the active one, so that scrolling
 * never loses the focus and Tab always finds its stop.
 * @param active -1 for none
 */
export function drawnRows(shown: readonly number[], active: number, count: number): number[] {
  const [first = 0] = shown;
  if (active < 0 || active >= count || shown.includes(active)) return [...shown];
  return active < first ? [active, ...shown] : [...shown, active];
}
