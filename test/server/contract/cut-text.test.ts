import { expect, it } from 'vitest';
import { cutText } from '../../../src-server/contract/cut-text';
import { shortJson } from '../../../src-server/json-schema/short-json';

it('cuts a text between characters, never in the middle of one', () => {
  expect(cutText('a😀b', 2)).toBe('a');
  expect(cutText('a😀b', 3)).toBe('a😀');
  expect(cutText('a😀', 3)).toBe('a😀');
  for (let length = 1; length < 12; length += 1) {
    expect(shortJson('😀😀😀😀😀', length)).not.toMatch(/\p{Surrogate}|\\ud/u);
  }
});
