const SIZE_PX = 6;

/** Slanted lines on a ground, as a fill of a canvas; null where a canvas cannot make one. */
export function hatchPattern(
  context: CanvasRenderingContext2D,
  lines: string,
  ground: string,
): CanvasPattern | null {
  const scale = devicePixelRatio;
  const tile = document.createElement('canvas');
  const size = Math.round(SIZE_PX * scale);
  tile.width = size;
  tile.height = size;
  const drawing = tile.getContext('2d');
  if (!drawing) return null;
  drawing.fillStyle = ground;
  drawing.fillRect(0, 0, size, size);
  drawing.strokeStyle = lines;
  drawing.lineWidth = 2.5 * scale;
  drawing.beginPath();
  // Three lines, so that the pattern goes on over the edges of its tile.
  for (const shift of [-size, 0, size]) {
    drawing.moveTo(shift, size);
    drawing.lineTo(shift + size, 0);
  }
  drawing.stroke();
  return context.createPattern(tile, 'repeat');
}
