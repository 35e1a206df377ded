/** Below this scale a text is too small to read; then the frames have their true width and scroll sideways. */
const SCALE_MIN = 0.55;

/** Pixels between two frames. */
export const FRAME_GAP_PX = 16;

/**
 * The scale at which a frame is drawn.
 * @param roomPx the width available to all frames together
 * @returns at most 1; 1 if frames are not fitted, or would not be readable
 */
export function frameScale(roomPx: number, widthPx: number, count: number, fit: boolean): number {
  if (!fit || roomPx <= 0 || count === 0) return 1;
  const each = (roomPx - FRAME_GAP_PX * (count - 1)) / count;
  const scale = Math.min(1, each / widthPx);
  return scale < SCALE_MIN ? 1 : scale;
}
