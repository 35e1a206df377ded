/** Width of a list pane, in pixels. A narrow window shows less, so that the detail keeps its room. */
export const LIST_WIDTH = { min: 240, initial: 360, max: 640 } as const;

/** The stored width, if it is valid. */
export function readListWidth(stored: string | null): number {
  const width = Number(stored ?? Number.NaN);
  return Number.isInteger(width) && width >= LIST_WIDTH.min && width <= LIST_WIDTH.max
    ? width
    : LIST_WIDTH.initial;
}
