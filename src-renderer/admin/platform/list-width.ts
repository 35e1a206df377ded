/** Width of a list pane, in pixels. On a narrow window less is shown, so that the detail keeps its room. */
export const LIST_WIDTH = { min: 240, initial: 360, max: 640 } as const;

/** What was stored, if it is a width that may be. */
export function readListWidth(stored: string | null): number {
  const width = Number(stored ?? Number.NaN);
  return Number.isInteger(width) && width >= LIST_WIDTH.min && width <= LIST_WIDTH.max
    ? width
    : LIST_WIDTH.initial;
}
