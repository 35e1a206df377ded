/**
 * Numbers of the rows to draw: those of the window, and the active one wherever it is, so that scrolling never takes
 * the focus away and Tab always finds its stop. In reading order.
 * @param active -1 for none
 */
export function drawnRows(shown: readonly number[], active: number, count: number): number[] {
  const [first = 0] = shown;
  if (active < 0 || active >= count || shown.includes(active)) return [...shown];
  return active < first ? [active, ...shown] : [...shown, active];
}
