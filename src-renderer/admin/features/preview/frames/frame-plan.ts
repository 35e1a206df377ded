import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { FRAMES_MAX, type PreviewTheme } from '../preview-address';

/** One frame to draw. */
export interface PlannedFrame {
  /** Stable for the set and, if each set has two frames, the theme. */
  readonly key: string;
  readonly set: FlagSet;
  readonly theme: 'light' | 'dark';
}

/** A frame for each set, or two if both themes are shown; never more than fit. */
export function planFrames(sets: readonly FlagSet[], theme: PreviewTheme): PlannedFrame[] {
  const frames = sets.flatMap((set): PlannedFrame[] =>
    theme === 'both'
      ? [
          { key: `${set.letter} light`, set, theme: 'light' },
          { key: `${set.letter} dark`, set, theme: 'dark' },
        ]
      : [{ key: set.letter, set, theme }],
  );
  return frames.slice(0, FRAMES_MAX);
}

/** Below this width nothing is readable; then the frames scroll sideways. */
const FRAME_WIDTH_MIN_PX = 240;

/** Pixels between two frames. */
export const FRAME_GAP_PX = 16;

/**
 * The scale at which a frame is drawn.
 * @param roomPx the width available to all frames together
 * @returns at most 1; 1 if frames are not fitted
 */
export function frameScale(roomPx: number, widthPx: number, count: number, fit: boolean): number {
  if (!fit || roomPx <= 0 || count === 0) return 1;
  const each = (roomPx - FRAME_GAP_PX * (count - 1)) / count;
  return Math.min(1, Math.max(FRAME_WIDTH_MIN_PX, each) / widthPx);
}
