import { groupEventTypes } from '../../../../shared/event-types/group-event-types';
import type { Gap } from '../../../../shared/preview-link/messages';
import type { PreviewType } from '../visible-types';

/** Height of one ghost row in the frame, in CSS pixels. */
export const GHOST_ROW_PX = 40;

/** Room in a frame, and what the surrounding page draws there. */
export interface GhostGap {
  /** What the frame is told: it contains no name that the frame has not sent itself. */
  readonly gap: Gap;
  /** The event types hidden there, in order. Never sent to the frame. */
  readonly hidden: readonly PreviewType[];
}

/**
 * Where hidden event types would be.
 * @param types those that any frame shows; they determine the order of a list
 * @param names what this frame shows now
 */
export function ghostGaps(types: readonly PreviewType[], names: readonly string[]): GhostGap[] {
  const present = new Set(names);
  const gaps: { anchor: string; side: Gap['side']; around: Gap['around']; hidden: PreviewType[] }[] = [];
  /** Hidden types for which no visible one has come yet. */
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

/** Adjacent hidden types share one gap. */
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
