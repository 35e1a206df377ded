// Pictures of pages as small files: a page has few colors, so each pixel is an index into a list of 256.
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLORS = 256;
/** PNG's color type for indexed colors. */
const INDEXED = 3;
/** Bytes per pixel as pngjs reads it: red, green, blue and opacity. */
const POINT = 4;

/**
 * The same picture with at most 256 colors: backgrounds, lines and distinctive parts stay exactly the same; each of the
 * many shades at the edges of letters becomes the nearest color kept. It has no transparency.
 * @param {Buffer} png as Chromium writes it
 * @returns {Buffer} a tenth to a fifth as large
 * @throws {Error} when it is not a PNG
 */
export function smallPng(png) {
  const { width, height, data: points } = PNG.sync.read(png);
  const count = width * height;
  /** @type {Map<number, number>} */
  const frequency = new Map();
  const colors = new Uint32Array(count);
  for (let point = 0; point < count; point++) {
    const at = point * POINT;
    const color = ((points[at] ?? 0) << 16) | ((points[at + 1] ?? 0) << 8) | (points[at + 2] ?? 0);
    colors[point] = color;
    frequency.set(color, (frequency.get(color) ?? 0) + 1);
  }
  const { kept, places } = choosePalette(frequency);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0, point = 0; y < height; y++)
    for (let x = 1; x <= width; x++, point++) rows[y * (width + 1) + x] = places.get(colors[point] ?? 0) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = INDEXED;
  const palette = Buffer.from(kept.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Takes the most frequent color, then repeatedly the one that would lose most without a place of its own: frequent and
 * unusual ones alike.
 * @param {ReadonlyMap<number, number>} frequency pixels of each color
 * @returns {{ kept: number[], places: ReadonlyMap<number, number> }} places: the place of each color's nearest
 */
function choosePalette(frequency) {
  // Sorted by number, so that the same picture produces the same file.
  const all = [...frequency].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const distances = all.map(() => Number.POSITIVE_INFINITY);
  const nearest = all.map(() => 0);
  /** @type {number[]} */
  const kept = [];
  for (let next = 0; next >= 0 && kept.length < COLORS; ) {
    const chosen = all[next]?.[0] ?? 0;
    kept.push(chosen);
    next = -1;
    let most = 0;
    for (const [at, [color, count]] of all.entries()) {
      const distance = between(chosen, color);
      if (distance < (distances[at] ?? 0)) {
        distances[at] = distance;
        nearest[at] = kept.length - 1;
      }
      const loss = (distances[at] ?? 0) * count;
      if (loss > most) {
        most = loss;
        next = at;
      }
    }
  }
  return { kept, places: new Map(all.map(([color], at) => [color, nearest[at] ?? 0])) };
}

/**
 * @param {number} color
 * @param {number} other
 * @returns {number} the square of the distance between two colors
 */
function between(color, other) {
  const red = (color >> 16) - (other >> 16);
  const green = ((color >> 8) & 255) - ((other >> 8) & 255);
  const blue = (color & 255) - (other & 255);
  return red * red + green * green + blue * blue;
}

/**
 * @param {string} type
 * @param {Buffer} content
 */
function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(content.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}
