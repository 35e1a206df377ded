// Pictures of pages as small files: a page has few colours, so each point is a number in a list of 256 of them.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;
/** Colour types of PNG. */
const RGB = 2;
const RGBA = 6;
const INDEXED = 3;

/**
 * The same picture with at most 256 colours: grounds, lines and what stands out stay exactly as they are; of the many
 * shades at the edge of letters each takes the nearest that is kept. It has no transparency.
 * @param {Buffer} png as Chromium writes it: 8 bits a channel, not interlaced
 * @returns {Buffer} a tenth to a fifth as large
 * @throws {Error} when it is another kind of PNG
 */
export function smallPng(png) {
  const { width, height, channels, points } = decode(png);
  const count = width * height;
  /** @type {Map<number, number>} */
  const frequency = new Map();
  const colours = new Uint32Array(count);
  for (let point = 0; point < count; point++) {
    const at = point * channels;
    const colour = ((points[at] ?? 0) << 16) | ((points[at + 1] ?? 0) << 8) | (points[at + 2] ?? 0);
    colours[point] = colour;
    frequency.set(colour, (frequency.get(colour) ?? 0) + 1);
  }
  const { kept, places } = choosePalette(frequency);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0, point = 0; y < height; y++)
    for (let x = 1; x <= width; x++, point++)
      rows[y * (width + 1) + x] = places.get(colours[point] ?? 0) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = INDEXED;
  const palette = Buffer.from(kept.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Takes the most frequent colour, then always the one that would lose most without a place of its own: frequent ones
 * and strange ones alike.
 * @param {ReadonlyMap<number, number>} frequency points of each colour
 * @returns {{ kept: number[], places: ReadonlyMap<number, number> }} places: where each colour finds its nearest
 */
function choosePalette(frequency) {
  // In the order of their numbers, so that the same picture gives the same file.
  const all = [...frequency].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const distances = all.map(() => Number.POSITIVE_INFINITY);
  const nearest = all.map(() => 0);
  /** @type {number[]} */
  const kept = [];
  for (let next = 0; next >= 0 && kept.length < COLOURS; ) {
    const chosen = all[next]?.[0] ?? 0;
    kept.push(chosen);
    next = -1;
    let most = 0;
    for (const [at, [colour, count]] of all.entries()) {
      const distance = between(chosen, colour);
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
  return { kept, places: new Map(all.map(([colour], at) => [colour, nearest[at] ?? 0])) };
}

/**
 * @param {number} one
 * @param {number} other
 * @returns {number} the square of the distance between two colours
 */
function between(one, other) {
  const red = (one >> 16) - (other >> 16);
  const green = ((one >> 8) & 255) - ((other >> 8) & 255);
  const blue = (one & 255) - (other & 255);
  return red * red + green * green + blue * blue;
}

/** @param {Buffer} png */
function decode(png) {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('This is no PNG.');
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, type, , , interlace] = png.subarray(24, 29);
  if (depth !== 8 || (type !== RGB && type !== RGBA) || interlace !== 0)
    throw new Error(`No such PNG is read: ${depth} bits, type ${type}, interlace ${interlace}.`);
  /** @type {Buffer[]} */
  const data = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const channels = type === RGB ? 3 : 4;
  return {
    width,
    height,
    channels,
    points: unfilter(inflateSync(Buffer.concat(data)), width * channels, channels),
  };
}

/**
 * Undoes the filter of each row (PNG, 9.2).
 * @param {Buffer} raw each row with the number of its filter before it
 * @param {number} length of a row, in bytes
 * @param {number} step bytes of a point
 */
function unfilter(raw, length, step) {
  const height = raw.length / (length + 1);
  const out = new Uint8Array(length * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (length + 1)] ?? 0;
    const from = y * (length + 1) + 1;
    const to = y * length;
    for (let x = 0; x < length; x++) {
      const left = x >= step ? (out[to + x - step] ?? 0) : 0;
      const above = y > 0 ? (out[to + x - length] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[to + x - length - step] ?? 0) : 0;
      out[to + x] = (raw[from + x] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return out;
}

/**
 * @param {number} filter
 * @param {number} left
 * @param {number} above
 * @param {number} corner
 */
function predicted(filter, left, above, corner) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
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
