import { FRAME_GAP_PX } from '../shared/preview-frames/frame-scale';

/** Below this width of the room, frames stand one after another. */
const STACKED_BELOW_PX = 700;
/** A frame is never drawn smaller: it scrolls instead. */
const SCALE_MIN = 0.6;
/** A frame is never narrower on the screen, unless it really is, or the screen is. */
const FRAME_MIN_PX = 320;
const WINDOW_MIN_PX = 320;
/** Height of the head of a frame. */
const HEAD_PX = 34;

interface FrameRoom {
  readonly roomPx: number;
  readonly heightPx: number;
  /** Width of each frame in its own pixels. */
  readonly widthPx: number;
  readonly count: number;
}

interface FrameLayout {
  readonly isStacked: boolean;
  readonly scale: number;
  /** Height of each frame on the screen, without its head. */
  readonly windowPx: number;
}

/** How the frames of a link are placed in the room there is. */
export function frameLayout({ roomPx, heightPx, widthPx, count }: FrameRoom): FrameLayout {
  const isStacked = roomPx < STACKED_BELOW_PX;
  const each = isStacked ? roomPx : (roomPx - FRAME_GAP_PX * (count - 1)) / Math.max(1, count);
  const scale = Math.min(1, Math.max(each, FRAME_MIN_PX, widthPx * SCALE_MIN) / widthPx);
  const windowPx = isStacked ? Math.min(heightPx - HEAD_PX, 640) : heightPx - HEAD_PX;
  return { isStacked, scale, windowPx: Math.max(WINDOW_MIN_PX, windowPx) };
}
