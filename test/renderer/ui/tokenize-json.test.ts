import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenizeJson } from '../../../src-renderer/ui/tokenize-json';

const kinds = (text: string) =>
  tokenizeJson(text)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text: part }) => `${kind} ${part}`);

describe('tokenizeJson', () => {
  it('JSON tokens tell keys from strings, and numbers from words', () => {
    expect(kinds('{"a": "b:", "n" : -1.5e3, "t": [true, null]}')).toEqual([
      'key "a"',
      'string "b:"',
      'key "n"',
      'number -1.5e3',
      'key "t"',
      'word true',
      'word null',
    ]);
  });

  it('an escaped quotation mark is part of its string token', () => {
    expect(kinds('"a\\"b"')).toEqual(['string "a\\"b"']);
  });

  it('JSON tokens contain every character of the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(
          tokenizeJson(text)
            .map((token) => token.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
