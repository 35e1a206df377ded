import { expect, test } from 'vitest';
import { fromJsonPieces, parseJsonPieces, toJsonPieces } from '../../../src-server/base/json-pieces';
import { piecesOfText, sharedText } from '../../../src-server/base/shared-text';
import { collected } from '../../support/collected';

test('a list comes out of its pieces as it went in', async () => {
  const list = Array.from({ length: 1_234 }, (_, n) => ({ n, text: `ä "${n}" 😀` }));
  expect(await fromJsonPieces(toJsonPieces(list))).toEqual(list);
  expect(parseJsonPieces(toJsonPieces(list))).toEqual(list);
  expect(toJsonPieces([])).toEqual([]);
});

test('pieces are bounded by entries and by size, and shared between threads', () => {
  expect(toJsonPieces(Array(1_001).fill(1)).map(({ length }) => length)).toEqual([1_001, 1_001, 3]);
  const large = toJsonPieces(Array(10).fill('x'.repeat(100_000)));
  expect(large).toHaveLength(5);
  for (const { buffer } of large) expect(buffer).toBeInstanceOf(SharedArrayBuffer);
  // A value larger than a piece is not split.
  expect(toJsonPieces([1, 'x'.repeat(1_000_000), 2])).toHaveLength(3);
});

test('while pieces are parsed others get their turn after each', async () => {
  const pieces = toJsonPieces(Array(2_000).fill(1));
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await fromJsonPieces(pieces);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(pieces.length);
});

test('a long text is cut into pieces between characters', async () => {
  const text = `${'x'.repeat(512 * 1024 - 1)}😀${'ä'.repeat(300_000)}`;
  const pieces = await collected(chars(sharedText(text)));
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join('')).toBe(text);
});

async function* chars(bytes: Uint8Array) {
  for await (const piece of piecesOfText(bytes)) yield [piece];
}
