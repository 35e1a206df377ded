import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { smallPng } from '../../resources/tools/small-png.mjs';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(content.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}

/** A PNG of RGB points; `rows` as they are stored, each with the number of its filter before it. */
function rgbPng(width: number, rows: readonly (readonly number[])[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The colours of the points of an indexed PNG, row after row. */
function pointsOf(png: Buffer): number[] {
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    parts.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const width = parts.get('IHDR')?.readUInt32BE(0) ?? 0;
  const palette = parts.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(parts.get('IDAT') ?? Buffer.alloc(0));
  const points = [...rows].filter((_byte, at) => at % (width + 1) > 0);
  return points.map((place) => palette.readUIntBE(place * 3, 3));
}

it('keeps each point of a picture with few colours, whichever filter its rows were stored with', () => {
  const rows = [
    [0, 10, 20, 30, 40, 50, 60],
    [1, 10, 20, 30, 30, 30, 30], // against the point to the left
    [2, 0, 0, 0, 10, 0, 0], // against the point above
    [3, 5, 10, 15, 0, 0, 0], // against the mean of both
    [4, 0, 0, 0, 0, 0, 0], // against whichever of three is the closest guess
  ];
  expect(pointsOf(smallPng(rgbPng(2, rows)))).toEqual(
    [
      [10, 20, 30],
      [40, 50, 60],
      [10, 20, 30],
      [40, 50, 60],
      [10, 20, 30],
      [50, 50, 60],
      [10, 20, 30],
      [30, 35, 45],
      [10, 20, 30],
      [30, 35, 45],
    ].map(([red = 0, green = 0, blue = 0]) => (red << 16) | (green << 8) | blue),
  );
});

it('keeps frequent colours and strange ones, and gives each other point the nearest of them', () => {
  const often = Array.from({ length: 255 }, (_, at) => [at, at, at]);
  const [close, strange] = [
    [7, 8, 7],
    [0, 200, 0],
  ];
  const row = [...often, ...often, close, strange];
  const points = pointsOf(smallPng(rgbPng(row.length, [[0, ...row.flat()]])));
  expect(points.slice(0, 255)).toEqual(often.map(([grey = 0]) => grey * 0x01_01_01));
  expect(points.slice(-2)).toEqual([0x07_07_07, 0x00_c8_00]);
});

it('refuses what is no PNG', () => {
  expect(() => smallPng(Buffer.from('GIF89a, and so on'))).toThrow();
});
