import { groupEventTypes } from '../../../../shared/event-types/group-event-types';
import type { Gap } from '../../../../shared/preview-link/messages';
import type { PreviewType } from '../visible-types';

/** Height of one ghost row in the frame, in CSS pixels. */
export const GHOST_ROW_PX = 40;

/** Room in a frame, and what is drawn over it by the page around. */
export interface GhostGap {
  /** What the frame is told: it has no name that the frame has not said itself. */
  readonly gap: Gap;
  /** What is hidden there, in order. Stays on this side. */
  readonly hidden: readonly PreviewType[];
}

/**
 * Where hidden event types would stand.
 * @param types those that any of the frames shows; the order of a list follows from them
 * @param names what this frame shows now
 */
export function ghostGaps(types: readonly PreviewType[], names: readonly string[]): GhostGap[] {
  const present = new Set(names);
  const gaps: { anchor: string; side: Gap['side']; around: Gap['around']; hidden: PreviewType[] }[] = [];
  /** Hidden ones before which nothing is shown yet. */
  let waiting: PreviewType[] = [];
  let last: string | null = null;
  for (const group of groupEventTypes(types)) {
    const shown = group.eventTypes.filter(({ name }) => present.has(name));
    const [first] = shown;
    if (!first) {
      const hidden = [...group.eventTypes];
      if (last === null) waiting.push(...hidden);
      else add(gaps, { anchor: last, side: 'after', around: 'group', hidden });
      continue;
    }
    if (waiting.length > 0)
      gaps.push({ anchor: first.name, side: 'before', around: 'group', hidden: waiting });
    waiting = [];
    let before: string | null = null;
    for (const type of group.eventTypes) {
      if (present.has(type.name)) before = type.name;
      else if (before === null)
        add(gaps, { anchor: first.name, side: 'before', around: 'row', hidden: [type] });
      else add(gaps, { anchor: before, side: 'after', around: 'row', hidden: [type] });
    }
    last = shown.at(-1)?.name ?? last;
  }
  return gaps.map(({ hidden, ...gap }) => ({
    gap: { ...gap, heightPx: hidden.length * GHOST_ROW_PX },
    hidden,
  }));
}

/** Neighbours share one room. */
function add(
  gaps: { anchor: string; side: Gap['side']; around: Gap['around']; hidden: PreviewType[] }[],
  next: (typeof gaps)[number],
): void {
  const same = gaps.find(
    ({ anchor, side, around }) => anchor === next.anchor && side === next.side && around === next.around,
  );
  if (same) same.hidden.push(...next.hidden);
  else gaps.push(next);
}
