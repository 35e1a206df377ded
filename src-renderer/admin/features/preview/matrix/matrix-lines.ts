import type { MatrixGroup, MatrixRow } from './matrix-rows';

/** One line of the matrix: the head of a group, or an event type. */
export type MatrixLine =
  | { readonly kind: 'group'; readonly key: string; readonly group: MatrixGroup }
  | { readonly kind: 'type'; readonly key: string; readonly row: MatrixRow };

/** Height of each kind of line, in CSS pixels. */
export interface LineHeights {
  readonly group: number;
  readonly type: number;
}

/** What is drawn, in order: a line by its number, or room for lines that are not drawn. */
export type DrawnLine =
  | { readonly kind: 'line'; readonly at: number }
  | { readonly kind: 'room'; readonly at: number; readonly heightPx: number };

/** Lines drawn beyond what is in sight, so that fast scrolling shows no gaps. */
const SPARE = 10;

/** The groups as one list. No event type name holds a slash, so the keys of groups are none of theirs. */
export function linesOf(groups: readonly MatrixGroup[]): MatrixLine[] {
  return groups.flatMap((group): MatrixLine[] => [
    { kind: 'group', key: `/${group.name ?? ''}`, group },
    ...group.rows.map((row): MatrixLine => ({ kind: 'type', key: row.type.name, row })),
  ]);
}

/** Where each line begins, in pixels from the first; the last number is where all of them end. */
export function lineTops(lines: readonly MatrixLine[], heights: LineHeights): number[] {
  const tops = [0];
  for (const { kind } of lines) tops.push((tops.at(-1) ?? 0) + heights[kind]);
  return tops;
}

/**
 * The lines in sight and a few more, with room in place of the others.
 * @param kept a line that is drawn wherever it is, such as the one that has the focus; -1 for none
 */
export function drawnLines(
  tops: readonly number[],
  topPx: number,
  heightPx: number,
  kept: number,
): DrawnLine[] {
  const count = tops.length - 1;
  const from = Math.max(0, lineAt(tops, topPx) - SPARE);
  const to = Math.min(count, lineAt(tops, topPx + heightPx) + 1 + SPARE);
  const wanted = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  if (kept >= 0 && kept < from) wanted.unshift(kept);
  else if (kept >= to && kept < count) wanted.push(kept);
  const drawn: DrawnLine[] = [];
  let next = 0;
  const room = (until: number) => {
    const space = (tops[until] ?? 0) - (tops[next] ?? 0);
    if (until > next) drawn.push({ kind: 'room', at: next, heightPx: space });
  };
  for (const at of wanted) {
    room(at);
    drawn.push({ kind: 'line', at });
    next = at + 1;
  }
  room(count);
  return drawn;
}

/** The number of the line at a height; the last one beyond the end. */
function lineAt(tops: readonly number[], px: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}
