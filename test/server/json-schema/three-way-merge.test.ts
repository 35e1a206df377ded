import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalHeld, canonicalJson } from '../../../src-server/json-schema/canonical-json';
import {
  arrayNode,
  heldNode,
  type JsonNode,
  objectNode,
  toValue,
} from '../../../src-server/json-schema/json-node';
import { fromPointer } from '../../../src-server/json-schema/json-pointer';
import { nodeAt } from '../../../src-server/json-schema/node-path';
import { isObject } from '../../../src-server/json-schema/plain-json';
import { printJson } from '../../../src-server/json-schema/print-json';
import { sameNode } from '../../../src-server/json-schema/same-json';
import { mergeThreeWays, type ThreeWayMerge } from '../../../src-server/json-schema/three-way-merge';
import { doc, parsed } from '../../renderer/admin/schema/documents';
import { share } from '../../support/share';

const merged = (base: unknown, mine: unknown, theirs: unknown, whose?: 'mine' | 'theirs') => {
  const versions = { base: doc(base), mine: doc(mine), theirs: doc(theirs) };
  const { root, conflicts } = mergeThreeWays(versions, whose && { choose: () => whose });
  return { text: JSON.stringify(toValue(root)), conflicts: conflicts.map(({ pointer }) => pointer) };
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
      conflicts: [],
    });
  });

  it('takes lists of names as sets, but not a field that is called like one', () => {
    const mine = { ...base, required: ['b', 'c'] };
    const theirs = { ...base, required: ['a', 'b', 'd'] };
    expect(merged(base, mine, theirs)).toMatchObject({
      text: expect.stringContaining('["b","c","d"]'),
      conflicts: [],
    });
    const named = (value: unknown) => ({ properties: { enum: value } });
    expect(merged(named([1]), named([1, 2]), named([1, 3])).conflicts).toEqual(['/properties/enum']);
  });

  it('asks where both changed the same place, and does as it is told', () => {
    const at = (type: unknown) => ({ properties: { a: { type }, b: {} } });
    const result = merged(at('string'), at('number'), at('boolean'));
    expect(result).toEqual({ text: JSON.stringify(at('number')), conflicts: ['/properties/a/type'] });
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
      conflicts: ['/properties/a'],
    });
    expect(merged(was, gone, changed, 'theirs').text).toBe(JSON.stringify(changed));
    expect(merged(was, gone, was)).toEqual({ text: JSON.stringify(gone), conflicts: [] });
  });

  it('merges what nobody had before', () => {
    expect(merged({}, { properties: { a: {} } }, { properties: { b: {} } })).toEqual({
      text: '{"properties":{"b":{},"a":{}}}',
      conflicts: [],
    });
  });

  it('merges branches one by one, and asks where both changed one of them', () => {
    const all = (...allOf: readonly unknown[]) => ({ allOf });
    const [a, b, c] = [{ title: 'A' }, { title: 'B' }, { title: 'C' }];
    const wide = { title: 'A', minimum: 1 };
    expect(merged(all(a), all(a, b), all(a, c))).toEqual({
      text: JSON.stringify(all(a, b, c)),
      conflicts: [],
    });
    expect(merged(all(a, b), all(wide, b), all(a, b, c))).toEqual({
      text: JSON.stringify(all(wide, b, c)),
      conflicts: [],
    });
    expect(merged(all(a, b), all(b, a), all(a, b, c)).text).toBe(JSON.stringify(all(b, a, c)));
    expect(merged(all(a, b), all({ title: 'M' }, b), all({ title: 'T' }, c))).toEqual({
      text: JSON.stringify(all({ title: 'M' }, c)),
      conflicts: ['/allOf/0/title'],
    });
    expect(merged(all(a, b), all(wide, b), all(b, c)).conflicts).toEqual(['/allOf']);
    expect(merged({}, all(a), all(b)).conflicts).toEqual(['/allOf']);
  });

  it('leaves no choice or branch empty, but a list of names may be', () => {
    const of = (keyword: string, ...list: readonly unknown[]) => ({ [keyword]: list });
    expect(merged(of('enum', 1, 2), of('enum', 1), of('enum', 2)).conflicts).toEqual(['/enum']);
    expect(merged(of('anyOf', {}, true), of('anyOf', {}), of('anyOf', true)).conflicts).toEqual(['/anyOf']);
    expect(merged(of('required', 'a', 'b'), of('required', 'a'), of('required', 'b'))).toEqual({
      text: '{"required":[]}',
      conflicts: [],
    });
  });

  it('knows a keyword by its place: in a value and in a name it is none', () => {
    const [was, mine, theirs] = [['a'], ['a', 'b'], ['a', 'c']];
    const conflictsIn = (at: (list: readonly string[]) => unknown) =>
      merged(at(was), at(mine), at(theirs)).conflicts;
    expect(conflictsIn((list) => ({ default: { required: list } }))).toEqual(['/default/required']);
    expect(conflictsIn((list) => ({ 'x-info': { enum: list } }))).toEqual(['/x-info/enum']);
    // A field named "properties" has its own schema, in which "required" is a keyword.
    expect(conflictsIn((list) => ({ properties: { properties: { required: list } } }))).toEqual([]);
    expect(conflictsIn((list) => ({ dependencies: { a: list } }))).toEqual([]);
    expect(conflictsIn((list) => ({ $defs: { required: { required: list } } }))).toEqual([]);
    expect(conflictsIn((list) => ({ items: list }))).toEqual(['/items']);
  });

  it('takes elements of a set for the same however their numbers are written', () => {
    const versions = {
      base: parsed('{"enum":[1, {"a":1,"b":2}]}'),
      mine: parsed('{"enum":[1.0, {"b":2,"a":1.0}, 9223372036854775807]}'),
      theirs: parsed('{"enum":[{"a":1,"b":2}, 9223372036854775806]}'),
    };
    expect(printJson(mergeThreeWays(versions).root).replace(/\s/g, '')).toBe(
      '{"enum":[{"b":2,"a":1.0},9223372036854775807,9223372036854775806]}',
    );
  });

  it('merges event types as a whole: flags are one value in any order, schemas are schemas', () => {
    const type = (description: string, flags: readonly string[], required: readonly string[]) =>
      doc({ description, featureFlags: flags, schemas: { '1': { required } } });
    const { root, conflicts } = mergeThreeWays(
      {
        base: type('old', ['a'], ['x']),
        mine: type('mine', ['a', 'b'], ['x', 'y']),
        theirs: type('theirs', ['c'], ['x', 'z']),
      },
      { part: 'event-type' },
    );
    expect(toValue(root)).toEqual(toValue(type('mine', ['a', 'b'], ['x', 'y', 'z'])));
    expect(conflicts.map(({ pointer }) => pointer)).toEqual(['/description', '/featureFlags']);
    const reordered = mergeThreeWays(
      { base: type('', ['a', 'b'], []), mine: type('', ['b', 'a'], []), theirs: type('', ['c'], []) },
      { part: 'event-type' },
    );
    expect([toValue(reordered.root), reordered.conflicts]).toEqual([toValue(type('', ['c'], [])), []]);
  });

  it('puts at the place of a conflict what was chosen: any side, another value, or nothing', () => {
    const versions = { base: doc({ a: 1 }), mine: doc({ a: 2 }), theirs: doc({ a: 3 }) };
    const chosen = (choice: 'base' | 'mine' | 'theirs' | JsonNode | null) =>
      toValue(mergeThreeWays(versions, { choose: () => choice }).root);
    expect([chosen('base'), chosen('mine'), chosen('theirs')]).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
    expect([chosen(parsed('4')), chosen(null)]).toEqual([{ a: 4 }, {}]);
  });

  it('repeats what an edit did not touch as it was written', () => {
    const [base, mine] = [parsed('{"type": "object",  "required": [ "a" ]}'), parsed('{"type": "object"}')];
    expect(printJson(mergeThreeWays({ base, mine: base, theirs: mine }).root)).toBe('{"type": "object"}');
    expect(printJson(mergeThreeWays({ base: mine, mine: base, theirs: mine }).root)).toBe(
      '{"type": "object",  "required": [ "a" ]}',
    );
  });
});

const KEYS = ['a', 'b', 'required', 'enum', 'allOf', 'properties', 'x', '1', '__proto__'];
const json = fc.letrec<{ any: JsonNode }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom('null', '1', '1.0', '9223372036854775807', '9223372036854775806', '"x"').map(parsed),
    fc.array(fc.tuple(fc.constantFrom(...KEYS), tie('any')), { maxLength: 4 }).map((all) => {
      return objectNode([...new Map(all)].map(([key, value]) => ({ key, value })));
    }),
    fc.array(tie('any'), { maxLength: 3 }).map(arrayNode),
  ),
})).any;

describe('for any three schemas', () => {
  it('an unchanged side yields to the other, and equal changes are no conflict', () => {
    fc.assert(
      fc.property(json, json, (base, other) => {
        expect(mergeThreeWays({ base, mine: other, theirs: base })).toEqual({ root: other, conflicts: [] });
        expect(mergeThreeWays({ base, mine: other, theirs: other })).toEqual({ root: other, conflicts: [] });
        const { root, conflicts } = mergeThreeWays({ base, mine: base, theirs: other });
        expect([sameNode(root, other), conflicts]).toEqual([true, []]);
      }),
      { numRuns: share(500) },
    );
  });

  it('exchanging the sides changes nothing but the order', () => {
    const facts = ({ root, conflicts }: ThreeWayMerge) => [
      canonicalJson([toValue(root)], true),
      conflicts.map(({ pointer }) => pointer).sort(),
    ];
    fc.assert(
      fc.property(json, json, json, (base, mine, theirs) => {
        const exchanged = mergeThreeWays({ base, mine: theirs, theirs: mine }, { choose: () => 'theirs' });
        expect(facts(mergeThreeWays({ base, mine, theirs }))).toEqual(facts(exchanged));
      }),
      { numRuns: share(500) },
    );
  });

  it('a conflict shows the three values, and is resolved with the side that is chosen', () => {
    fc.assert(
      fc.property(json, json, json, (base, mine, theirs) => {
        const versions = { base, mine, theirs };
        for (const side of ['mine', 'theirs'] as const) {
          const { root, conflicts } = mergeThreeWays(versions, { choose: () => side });
          for (const conflict of conflicts) {
            const path = fromPointer(conflict.pointer);
            for (const each of ['mine', 'theirs'] as const)
              expect(nodeAt(versions[each], path) ?? null).toBe(conflict[each]);
            // A list in the base says nothing about a key that both sides have, such as "1".
            if (conflict.base) expect(nodeAt(base, path)).toBe(conflict.base);
            // Removed branches shift the following ones up.
            if (!conflict.pointer.includes('allOf')) expect(nodeAt(root, path) ?? null).toBe(conflict[side]);
          }
        }
      }),
      { numRuns: share(500) },
    );
  });
});

/** A change that overlaps no other: a place and its new value; undefined removes it. */
type Change = readonly [path: readonly string[], value: unknown];

describe('against a brute force', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 });
  const tree = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(1, 'x', [1, 2]),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3 }),
    ),
  })).any;
  const change: fc.Arbitrary<Change> = fc.tuple(path, fc.oneof(tree, fc.constant(undefined)));

  const changed = (root: unknown, [[key, ...rest], value]: Change): unknown => {
    if (!isObject(root) || key === undefined) return root;
    if (rest.length > 0) {
      return Object.hasOwn(root, key) ? { ...root, [key]: changed(root[key], [rest, value]) } : root;
    }
    const { [key]: _, ...others } = root;
    return value === undefined ? others : { ...others, [key]: value };
  };
  const overlap = ([a]: Change, [b]: Change) => a.every((step, at) => at >= b.length || step === b[at]);

  it('changes in different places are all there, and none is a conflict', () => {
    const changes = fc.array(change, { maxLength: 4 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tree, { maxKeys: 3 }),
        changes,
        changes,
        (base, mine, all) => {
          const theirs = all.filter((change) => !mine.some((other) => overlap(change, other)));
          const own = mine.reduce<unknown>(changed, base);
          const { text, conflicts } = merged(base, own, theirs.reduce<unknown>(changed, base));
          expect([JSON.parse(text), conflicts]).toEqual([theirs.reduce<unknown>(changed, own), []]);
        },
      ),
      { numRuns: share(1000) },
    );
  });

  it('a set has what was added by one, and not what was taken away by one', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(names, names, names, (base, mine, theirs) => {
        const wanted = ['a', 'b', 'c', 'd', 'e'].filter((name) => {
          const [was, ...now] = [base, mine, theirs].map((list) =>
            (list as readonly string[]).includes(name),
          );
          return was ? now.every(Boolean) : now.some(Boolean);
        });
        const { text } = merged({ required: base }, { required: mine }, { required: theirs });
        expect(JSON.parse(text).required.sort()).toEqual(wanted);
      }),
    );
  });
});

describe('equality', () => {
  it('tells long numbers apart, and not spellings of a number', () => {
    const number = (raw: string) => parsed(`{"maximum":${raw}}`);
    expect(sameNode(number('1.0'), number('1'))).toBe(true);
    expect(sameNode(number('1.00000000000000000000'), number('1'))).toBe(true);
    expect(sameNode(number('12345678901234567890'), number('12345678901234567891'))).toBe(false);
    expect(sameNode(number('1e400'), number('1e401'))).toBe(false);
    expect(sameNode(parsed('9223372036854775807'), parsed('9223372036854775806'))).toBe(false);
    expect(sameNode(parsed('"\\u0061"'), parsed('"a"'))).toBe(true);
  });

  it('is that of the canonical text', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const [left, right] = [a, b].map((node) => canonicalHeld(heldNode(node)));
        expect(sameNode(a, b)).toBe(left === right);
        expect(sameNode(a, parsed(printJson(a)))).toBe(true);
      }),
    );
  });
});
