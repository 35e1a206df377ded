import { useRef } from 'react';
import type { FramePort } from '../../../../shared/preview-frames/frame-port';
import { ghostGaps, type RowSizes } from '../../../../shared/preview-frames/ghost-gaps';
import type { PlannedFrame } from '../../../../shared/preview-frames/planned-frame';
import { setColorClass } from '../../../../shared/preview-frames/set-color';
import { type PreviewType, sees, visibleNames } from '../../../../shared/preview-frames/visible-types';
import { cssColor } from './css-color';
import { drawFrames, type PicturedFrame } from './draw-frames';

/** Draws the frames on the screen. They fill `lines` and `sizes`. */
export function usePicture(frames: readonly PlannedFrame[], types: readonly PreviewType[]) {
  const lines = useRef<ReadonlyMap<string, FramePort>>(new Map());
  const sizes = useRef<RowSizes>(new Map());
  const draw = async () => {
    const union = types.filter((type) => frames.some(({ set }) => sees(type, set)));
    const current = types.filter(({ archived }) => !archived).length;
    const pictured = frames.map(async ({ key, set, theme }): Promise<PicturedFrame> => {
      const line = await untilOpen(() => lines.current.get(key));
      const page = await line.picture();
      const visible = visibleNames(types, set);
      return {
        letter: set.letter,
        name: theme === 'dark' ? `${set.name}, dark` : set.name,
        count: `${visible.size} of ${current} types`,
        color: cssColor('var(--hue)', setColorClass(set.colour)),
        page,
        ghosts: page.gaps.length > 0 ? ghostGaps(union, inOrder(union, visible), sizes.current) : [],
      };
    });
    return drawFrames(await Promise.all(pictured));
  };
  return { lines, sizes, draw };
}

const POLL_MS = 50;
const WAIT_MS = 10_000;

/** The line to a frame, once it is there: it is waited for. */
async function untilOpen(lineNow: () => FramePort | undefined): Promise<FramePort> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    const line = lineNow();
    if (line) return line;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('A frame is still loading. Try again when all frames have loaded.');
}

/** Gaps depend on what a frame lists; a frame has gaps only while it lists everything it may. */
function inOrder(types: readonly PreviewType[], visible: ReadonlySet<string>): string[] {
  return types.map(({ name }) => name).filter((name) => visible.has(name));
}
