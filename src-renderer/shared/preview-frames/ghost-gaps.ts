import { type EventTypeGroup, groupEventTypes, groupTitle } from '../event-types/group-event-types';
import type { Gap, RowSize } from '../preview-link/messages';
import type { PreviewType } from './visible-types';

/** What is drawn in the room of a gap, from its top, in CSS pixels. */
interface GhostLine {
  /** Null: the heading of a group of which nothing is shown. */
  readonly type: PreviewType | null;
  /** The heading; empty for an event type. */
  readonly title: string;
  readonly topPx: number;
  readonly heightPx: number;
}

/** Room in a frame, and what the surrounding page draws there. */
export interface GhostGap {
  /** What the frame is told: it contains no name that the frame has not sent itself. */
  readonly gap: Gap;
  /** Never sent to the frame. */
  readonly lines: readonly GhostLine[];
}

/** Sizes of rows in the frames that show them, by event type. */
export type RowSizes = ReadonlyMap<string, RowSize>;

/** Where no frame has reported a size yet. */
const ROW_PX = 40;
const GROUP = { marginPx: 24, titlePx: 28 };

interface OpenGap {
  readonly gap: Omit<Gap, 'heightPx'>;
  readonly lines: GhostLine[];
  heightPx: number;
}

/**
 * Where hidden event types would be, each as high as in the frames that show it, so that rows of all frames line up. A
 * group of which nothing is shown has its heading.
 * @param types those that any frame shows; they determine the order of a list
 * @param names what this frame shows now
 */
export function ghostGaps(
  types: readonly PreviewType[],
  names: readonly string[],
  sizes: RowSizes = new Map(),
): GhostGap[] {
  const present = new Set(names);
  const groups = groupEventTypes(types);
  const gaps: OpenGap[] = [];
  const gapAt = (gap: OpenGap['gap']): OpenGap => {
    const same = gaps.find(
      (other) =>
        other.gap.anchor === gap.anchor && other.gap.side === gap.side && other.gap.around === gap.around,
    );
    const open = same ?? { gap, lines: [], heightPx: 0 };
    if (!same) gaps.push(open);
    return open;
  };
  const addType = (open: OpenGap, type: PreviewType) =>
    addLine(open, { type, title: '', heightPx: sizes.get(type.name)?.heightPx ?? ROW_PX });
  const addGroup = (open: OpenGap, group: EventTypeGroup<PreviewType>) => {
    const { marginPx, titlePx } = groupSize(group, sizes);
    // Before a group, the space above it stays above the room, and the space between the two is below the ghosts.
    if (open.gap.side === 'after') open.heightPx += marginPx;
    addLine(open, { type: null, title: groupTitle(group.name, groups.length), heightPx: titlePx });
    for (const type of group.eventTypes) addType(open, type);
    if (open.gap.side === 'before') open.heightPx += marginPx;
  };
  /** Hidden groups for which no visible one has come yet. */
  let waiting: EventTypeGroup<PreviewType>[] = [];
  let last: string | null = null;
  for (const group of groups) {
    const shown = group.eventTypes.filter(({ name }) => present.has(name));
    const [first] = shown;
    if (!first) {
      if (last === null) waiting.push(group);
      else addGroup(gapAt({ anchor: last, side: 'after', around: 'group' }), group);
      continue;
    }
    for (const hidden of waiting)
      addGroup(gapAt({ anchor: first.name, side: 'before', around: 'group' }), hidden);
    waiting = [];
    let before: string | null = null;
    for (const type of group.eventTypes) {
      if (present.has(type.name)) before = type.name;
      else if (before === null) addType(gapAt({ anchor: first.name, side: 'before', around: 'row' }), type);
      else addType(gapAt({ anchor: before, side: 'after', around: 'row' }), type);
    }
    last = shown.at(-1)?.name ?? last;
  }
  return gaps.map(({ gap, lines, heightPx }) => ({ gap: { ...gap, heightPx }, lines }));
}

function addLine(open: OpenGap, line: Omit<GhostLine, 'topPx'>): void {
  open.lines.push({ ...line, topPx: open.heightPx });
  open.heightPx += line.heightPx;
}

/** The first event type of a group may differ from frame to frame. */
function groupSize({ eventTypes }: EventTypeGroup<PreviewType>, sizes: RowSizes): typeof GROUP {
  for (const { name } of eventTypes) {
    const size = sizes.get(name)?.group;
    if (size) return size;
  }
  return GROUP;
}
