import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import type { PlannedFrame } from '../../../../shared/preview-frames/planned-frame';
import { FRAMES_MAX, type PreviewTheme } from '../preview-address';

interface FramePlan {
  readonly frames: readonly PlannedFrame[];
  /** Chosen sets for which no frame is left. */
  readonly leftOut: readonly FlagSet[];
}

/**
 * A frame for each set, or two if both themes are shown. If they do not all fit, as many sets as do, each in all its
 * themes, beginning with the set `from`.
 */
export function planFrames(sets: readonly FlagSet[], theme: PreviewTheme, from: string): FramePlan {
  const fitting = theme === 'both' ? FRAMES_MAX / 2 : FRAMES_MAX;
  const start =
    sets.length > fitting
      ? Math.max(
          0,
          sets.findIndex(({ id }) => id === from),
        )
      : 0;
  const drawn = sets.slice(start, start + fitting);
  const frames = drawn.flatMap((set): PlannedFrame[] =>
    theme === 'both'
      ? [
          { key: `${set.id} light`, set, theme: 'light' },
          { key: `${set.id} dark`, set, theme: 'dark' },
        ]
      : [{ key: set.id, set, theme }],
  );
  return { frames, leftOut: sets.filter((set) => !drawn.includes(set)) };
}
