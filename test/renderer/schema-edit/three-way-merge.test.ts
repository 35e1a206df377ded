import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromValue, type JsonNode, toValue } from '../../../src-server/json-schema/json-node';
import { sameNode } from '../../../src-server/json-schema/same-node';
import { mergeThreeWays } from '../../../src-server/json-schema/three-way-merge';
import { doc, parsed } from './documents';

const merged = (base: unknown, mine: unknown, theirs: unknown, whose?: 'mine' | 'theirs') => {
  const { root, clashes } = mergeThreeWays(doc(base), doc(mine), doc(theirs), whose && (() => whose));
  return { text: JSON.stringify(toValue(root)), clashes: clashes.map(({ pointer }) => pointer) };
};

describe('mergeThreeWays', () => {
  const base = { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' }, b: {} } };

  it('takes what each changed alone, new keys where they stood', () => {
    const mine = { ...base, title: 'Mine', properties: { a: { type: 'string', minLength: 1 }, b: {} } };
    const theirs = {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'string' }, a2: { type: 'null' }, b: { description: 'Theirs' } },
    };
    expect(merged(base, mine, theirs)).toEqual({
      text: JSON.stringify({
        type: 'object',
        required: ['a', 'b'],
        properties: {
          a: { type: 'string', minLength: 1 },
          a2: { type: 'null' },
          b: { description: 'Theirs' },
        },
        title: 'Mine',
      }),
      clashes: [],
    });
  });

  it('takes lists of names as sets, but not a field that is called like one', () => {
    const mine = { ...base, required: ['b', 'c'] };
    const theirs = { ...base, required: ['a', 'b', 'd'] };
    expect(merged(base, mine, theirs)).toMatchObject({
      text: expect.stringContaining('["b","c","d"]'),
      clashes: [],
    });
    const named = (value: unknown) => ({ properties: { enum: value } });
    expect(merged(named([1]), named([1, 2]), named([1, 3])).clashes).toEqual(['/properties/enum']);
  });

  it('asks where both changed the same place, and does as it is told', () => {
    const at = (type: unknown) => ({ properties: { a: { type }, b: {} } });
    const one = merged(at('string'), at('number'), at('boolean'));
    expect(one).toEqual({ text: JSON.stringify(at('number')), clashes: ['/properties/a/type'] });
    expect(merged(at('string'), at('number'), at('boolean'), 'theirs').text).toBe(
      JSON.stringify(at('boolean')),
    );
  });

  it('asks where one took away what the other changed', () => {
    const gone = { properties: {} };
    const was = { properties: { a: { type: 'string' } } };
    const changed = { properties: { a: { type: 'number' } } };
    expect(merged(was, gone, changed)).toEqual({
      text: JSON.stringify(gone),
      clashes: ['/properties/a'],
    });
    expect(merged(was, gone, changed, 'theirs').text).toBe(JSON.stringify(changed));
    expect(merged(was, gone, was)).toEqual({ text: JSON.stringify(gone), clashes: [] });
  });

  it('merges what nobody had before', () => {
    expect(merged({}, { properties: { a: {} } }, { properties: { b: {} } })).toEqual({
      text: '{"properties":{"b":{},"a":{}}}',
      clashes: [],
    });
  });

  it('tells long numbers apart, and not spellings of short ones', () => {
    const number = (raw: string) => parsed(`{"maximum":${raw}}`);
    expect(sameNode(number('1.0'), number('1'))).toBe(true);
    expect(sameNode(number('12345678901234567890'), number('12345678901234567891'))).toBe(false);
    expect(sameNode(parsed('"\\u0061"'), parsed('"a"'))).toBe(true);
  });

  it('keeps its laws for any documents', () => {
    const key = fc.constantFrom('a', 'b', 'required', 'properties', '1', '__proto__');
    const json = fc.letrec<{ any: JsonNode }>((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, 1, 'x', true).map(fromValue),
        fc.array(fc.tuple(key, tie('any')), { maxLength: 4 }).map((all): JsonNode => {
          const members = [...new Map(all)].map(([name, value]) => ({ key: name, value }));
          return { kind: 'object', members, source: null };
        }),
        fc.array(tie('any'), { maxLength: 3 }).map(
          (items): JsonNode => ({
            kind: 'array',
            items,
            source: null,
          }),
        ),
      ),
    })).any;
    fc.assert(
      fc.property(json, json, json, (was, mine, theirs) => {
        expect(mergeThreeWays(was, mine, was)).toEqual({ root: mine, clashes: [] });
        expect(sameNode(mergeThreeWays(was, was, theirs).root, theirs)).toBe(true);
        expect(mergeThreeWays(was, mine, mine)).toEqual({ root: mine, clashes: [] });
        const [ours, others] = [
          mergeThreeWays(was, mine, theirs),
          mergeThreeWays(was, theirs, mine, () => 'theirs'),
        ];
        expect(ours.clashes.map(({ pointer }) => pointer).sort()).toEqual(
          others.clashes.map(({ pointer }) => pointer).sort(),
        );
      }),
      { numRuns: 500 },
    );
  });
});
