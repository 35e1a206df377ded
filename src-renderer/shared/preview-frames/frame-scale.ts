/** Below this scale a text is too small to read; then the frames have their true width and scroll sideways. */
const SCALE_MIN = 0.55;

/** Pixels between two frames. */
export const FRAME_GAP_PX = 16;

/**
 * The scale at which a frame is drawn.
 * @param roomPx the width available to all frames together
 * @param zoom in percent; null: as large as all of them fit
 * @returns at most 1 where they are fitted; 1 if they would not be readable
 */
export function frameScale(roomPx: number, widthPx: number, count: number, zoom: number | null): number {
  if (zoom !== null) return zoom / 100;
  if (roomPx <= 0 || count === 0) return 1;
  const each = (roomPx - FRAME_GAP_PX * (count - 1)) / count;
  const scale = Math.min(1, each / widthPx);
  return scale < SCALE_MIN ? 1 : scale;
}
