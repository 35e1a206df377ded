// The icons of the program for all systems, drawn from one small SVG: without a browser, so that every machine that
// builds a package draws the same ones.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';

/** A filled area in units of the SVG: the distance to its edge, negative inside, and its color (red, green, blue). */
/** @typedef {{ distance: (x: number, y: number) => number, color: readonly number[] }} Shape */

/** Width and height of the SVG. */
const UNITS = 64;
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** The Mac's name for each picture; some of them are the same size for screens of another density. */
const MAC_PICTURES = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]);

/**
 * Writes `icon.icns`, `icon.ico` and `icons/<size>x<size>.png`.
 * @param {string} svg see `readShapes`
 * @param {string} folder is created
 */
export function writeIcons(svg, folder) {
  const shapes = readShapes(svg);
  /** @type {Map<number, Buffer>} */
  const drawn = new Map();
  const picture = (/** @type {number} */ size) => {
    const png = drawn.get(size) ?? draw(shapes, size);
    drawn.set(size, png);
    return png;
  };
  mkdirSync(join(folder, 'icons'), { recursive: true });
  for (const size of LINUX_SIZES) writeFileSync(join(folder, `icons/${size}x${size}.png`), picture(size));
  writeFileSync(join(folder, 'icon.ico'), ico(WINDOWS_SIZES.map((size) => ({ size, png: picture(size) }))));
  writeFileSync(join(folder, 'icon.icns'), icns(MAC_PICTURES.map(([type, size]) => [type, picture(size)])));
}

/**
 * @param {string} svg with a view box of 64 by 64, colors as `#rrggbb`, and no elements but rect, circle, line and
 * polygon
 * @returns {Shape[]} from the lowest to the topmost
 * @throws {Error} when there is anything else in it, which would be missing in the icons
 */
export function readShapes(svg) {
  const body = svg.replace(/<!--[\s\S]*?-->/g, '').replace(/<\/?svg\b[^>]*>/g, '');
  const elements = [...body.matchAll(/<(\w+)\s([^>]*?)\/>/g)];
  const rest = elements.reduce((text, [element]) => text.replace(element, ''), body).trim();
  if (rest) throw new Error(`The icon contains what cannot be drawn: ${rest}`);
  return elements.map(([, name = '', text = '']) => shapeOf(name, text));
}

/**
 * @param {string} name of the element
 * @param {string} text its attributes
 * @returns {Shape}
 */
function shapeOf(name, text) {
  const attributes = new Map([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
  const number = (/** @type {string} */ key) => Number(attributes.get(key) ?? 0);
  const half = number('stroke-width') / 2;
  const color = colorOf(attributes.get(half > 0 ? 'stroke' : 'fill'));
  if (name === 'rect') {
    const [width, height, rx] = [number('width') / 2, number('height') / 2, number('rx')];
    const [cx, cy] = [number('x') + width, number('y') + height];
    const distance = (/** @type {number} */ x, /** @type {number} */ y) => {
      const dx = Math.abs(x - cx) - width + rx;
      const dy = Math.abs(y - cy) - height + rx;
      return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - rx;
    };
    return { color, distance };
  }
  if (name === 'circle') {
    const [cx, cy, r] = [number('cx'), number('cy'), number('r')];
    return { color, distance: (x, y) => Math.abs(length(x - cx, y - cy) - r) - half };
  }
  if (name === 'line') {
    const [x1, y1, x2, y2] = [number('x1'), number('y1'), number('x2'), number('y2')];
    return { color, distance: (x, y) => fromSegment(x - x1, y - y1, x2 - x1, y2 - y1) - half };
  }
  if (name === 'polygon') {
    const points = (attributes.get('points') ?? '').split(' ').map((point) => point.split(',').map(Number));
    return { color, distance: (x, y) => fromPolygon(x, y, points) };
  }
  throw new Error(`The icon contains what cannot be drawn: <${name}>`);
}

/** @param {string | undefined} text */
function colorOf(text) {
  const [, ...parts] = /^#(..)(..)(..)$/.exec(text ?? '') ?? [];
  if (parts.length !== 3) throw new Error(`The icon has a color that cannot be drawn: ${text}`);
  return parts.map((part) => Number.parseInt(part, 16));
}

/**
 * `Math.hypot`, which takes ten times as long, for numbers that cannot overflow.
 * @param {number} x
 * @param {number} y
 */
function length(x, y) {
  return Math.sqrt(x * x + y * y);
}

/**
 * How far a place is from a line between the origin and another place.
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 */
function fromSegment(x, y, dx, dy) {
  const along = Math.min(Math.max((x * dx + y * dy) / (dx * dx + dy * dy), 0), 1);
  return length(x - along * dx, y - along * dy);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {readonly (readonly number[])[]} points
 */
function fromPolygon(x, y, points) {
  let nearest = Number.POSITIVE_INFINITY;
  let inside = false;
  let [ax = 0, ay = 0] = points.at(-1) ?? [];
  for (const [bx = 0, by = 0] of points) {
    nearest = Math.min(nearest, fromSegment(x - ax, y - ay, bx - ax, by - ay));
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    ax = bx;
    ay = by;
  }
  return inside ? -nearest : nearest;
}

/**
 * @param {readonly Shape[]} shapes
 * @param {number} size pixels on each side
 * @returns {Buffer} a PNG with transparency
 */
export function draw(shapes, size) {
  const png = new PNG({ width: size, height: size });
  const { data } = png;
  const scale = size / UNITS;
  for (let row = 0, at = 0; row < size; row++)
    for (let column = 0; column < size; column++, at += 4) {
      let opacity = 0;
      for (const { distance, color } of shapes) {
        const inside = 0.5 - distance((column + 0.5) / scale, (row + 0.5) / scale) * scale;
        if (inside <= 0) continue;
        const covered = Math.min(inside, 1); // partly at an edge: the lines are smooth
        const below = opacity * (1 - covered);
        opacity = covered + below;
        for (let part = 0; part < 3; part++)
          data[at + part] = Math.round(
            ((color[part] ?? 0) * covered + (data[at + part] ?? 0) * below) / opacity,
          );
      }
      data[at + 3] = Math.round(opacity * 255);
    }
  return PNG.sync.write(png);
}

/**
 * The file format of Windows: a list of pictures, then the pictures.
 * @param {readonly { size: number, png: Buffer }[]} pictures
 */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const row = 6 + 16 * index;
    head.writeUInt8(size % 256, row); // 0 stands for 256
    head.writeUInt8(size % 256, row + 1);
    head.writeUInt16LE(1, row + 4); // planes
    head.writeUInt16LE(32, row + 6); // bits per pixel
    head.writeUInt32LE(png.length, row + 8);
    head.writeUInt32LE(at, row + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/**
 * The file format of the Mac: each picture with its name and length before it.
 * @param {readonly (readonly [type: string, png: Buffer])[]} pictures
 */
function icns(pictures) {
  const block = (/** @type {string} */ type, /** @type {Buffer} */ content) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(content.length + 8, 4);
    return Buffer.concat([head, content]);
  };
  return block('icns', Buffer.concat(pictures.map(([type, png]) => block(type, png))));
}
