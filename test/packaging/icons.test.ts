import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draw, readShapes, writeIcons } from '../../resources/tools/icons.mjs';

const SVG = readFileSync(resolve(import.meta.dirname, '../../resources/packaging/icon.svg'), 'utf8');

/** Red, green, blue and opacity at a place in units of the SVG. */
function pixel(png: Buffer, x: number, y: number): number[] {
  const { width, data } = PNG.sync.read(png);
  const at = (Math.floor((y / 64) * width) * width + Math.floor((x / 64) * width)) * 4;
  return [...data.subarray(at, at + 4)];
}

describe('the icons', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-icons-'));
    writeIcons(SVG, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('come in the sizes and formats of the three systems', () => {
    expect(readdirSync(join(folder, 'icons')).sort()).toEqual(
      [16, 24, 32, 48, 64, 128, 256, 512].map((size) => `${size}x${size}.png`).sort(),
    );
    const windows = readFileSync(join(folder, 'icon.ico'));
    const sizes = Array.from({ length: windows.readUInt16LE(4) }, (_, index) => {
      const at = windows.readUInt32LE(6 + 16 * index + 12);
      const length = windows.readUInt32LE(6 + 16 * index + 8);
      return PNG.sync.read(windows.subarray(at, at + length)).width;
    });
    expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
    const mac = readFileSync(join(folder, 'icon.icns'));
    expect(mac.readUInt32BE(4)).toBe(mac.length);
    const widths: [string, number][] = [];
    for (let at = 8; at < mac.length; at += mac.readUInt32BE(at + 4)) {
      const picture = mac.subarray(at + 8, at + mac.readUInt32BE(at + 4));
      widths.push([mac.toString('latin1', at, at + 4), PNG.sync.read(picture).width]);
    }
    expect(widths).toContainEqual(['ic10', 1024]);
    expect(widths).toContainEqual(['ic07', 128]);
  });

  it('show what the SVG shows: white on blue, transparent around it', () => {
    const png = draw(readShapes(SVG), 256);
    expect(pixel(png, 0.5, 0.5)).toEqual([0, 0, 0, 0]);
    expect(pixel(png, 8, 50)).toEqual([0x2b, 0x46, 0xa8, 255]);
    expect(pixel(png, 50, 22)).toEqual([255, 255, 255, 255]); // the bell
    expect(pixel(png, 29, 35)).toEqual([0x2b, 0x46, 0xa8, 255]); // inside the coil
    expect(pixel(png, 29, 48.5)).toEqual([255, 255, 255, 255]); // on the coil
  });

  it('are refused when the SVG has something that they would lack', () => {
    expect(() => readShapes('<svg><path d="M0 0"/></svg>')).toThrow('cannot be drawn');
    expect(() => readShapes('<svg><g><rect x="1" fill="#000000"/></g></svg>')).toThrow('cannot be drawn');
    expect(() => readShapes('<svg><rect x="1" fill="red"/></svg>')).toThrow('red');
  });
});
