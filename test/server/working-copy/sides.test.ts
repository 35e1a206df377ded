import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Content,
  contentOfText,
  contentText,
  sameContent,
} from '../../../src-server/working-copy/content-text';
import { mergeSides } from '../../../src-server/working-copy/merge-sides';
import { planItem } from '../../../src-server/working-copy/plan-item';
import type { Resolution, Sides } from '../../../src-server/working-copy/sides';
import { statusOfSides } from '../../../src-server/working-copy/status-of-sides';

const type = (fields: Partial<Omit<Content, 'schemas'>> & { readonly schemas?: object | null } = {}) => {
  const { schemas = null, ...others } = fields;
  return contentText({
    ...contentOfText('{}', 'invoice.paid'),
    ...others,
    schemas: schemas && JSON.stringify(schemas),
  });
};
const schema = (required: readonly string[], properties: object = {}) => ({
  schemas: { '1': { type: 'object', properties, required } },
});
const conflictsOf = (base: string | null, mine: string | null, theirs: string | null) =>
  mergeSides({ base, mine, theirs }).conflicts.map(({ pointer }) => pointer);
const takeAll = (sides: Sides, take: keyof Sides): readonly Resolution[] =>
  mergeSides(sides).conflicts.map(({ pointer }) => ({ name: 'invoice.paid', pointer, take }));

describe('a content', () => {
  it('has defaults for what is absent, and keeps its schemas as they are written', () => {
    const text = '{ "name": "a", "unknown": 1, "schemas": {"1": {"b": 1.0, "a": 12345678901234567890}} }';
    expect(contentText(contentOfText(text))).toBe(
      '{"name":"a","description":"","featureFlags":null,"groupName":null,"archived":false,"deprecated":false,' +
        '"schemas":{"1":{"b":1.0,"a":12345678901234567890}}}',
    );
  });

  it('is the same in any order of keys and flags, and another with another number', () => {
    const flags = (featureFlags: readonly string[]) => type({ featureFlags });
    expect(sameContent(flags(['a', 'b']), flags(['b', 'a']))).toBe(true);
    expect(sameContent(flags([]), type())).toBe(true);
    expect(sameContent(flags(['a']), flags(['a', 'b']))).toBe(false);
    expect(
      sameContent('{"name":"a","schemas":{"1":{"x":1,"y":2}}}', '{"schemas":{"1":{"y":2,"x":1}},"name":"a"}'),
    ).toBe(true);
    expect(sameContent(type(), null)).toBe(false);
  });
});

describe('the two sides of an event type', () => {
  it('are merged field by field, and schemas value by value', () => {
    const base = type(schema(['a'], { a: { type: 'string' } }));
    const mine = type({ ...schema(['a', 'b'], { a: { type: 'string' }, b: {} }), description: 'Mine' });
    const theirs = type({ ...schema(['a', 'c'], { a: { type: 'string', minLength: 1 } }), deprecated: true });
    const { merged, conflicts } = mergeSides({ base, mine, theirs });
    expect(conflicts).toEqual([]);
    expect(JSON.parse(merged ?? '')).toMatchObject({
      description: 'Mine',
      deprecated: true,
      schemas: {
        '1': { required: ['a', 'b', 'c'], properties: { a: { type: 'string', minLength: 1 }, b: {} } },
      },
    });
  });

  it('conflict in the smallest value that both changed, with the three values', () => {
    const of = (total: object, description: string) => type({ ...schema([], { total }), description });
    const sides = {
      base: of({ type: 'number' }, 'old'),
      mine: of({ type: 'string' }, 'mine'),
      theirs: of({ type: 'integer' }, 'theirs'),
    };
    expect(mergeSides(sides).conflicts).toEqual([
      { pointer: '/description', base: '"old"', mine: '"mine"', theirs: '"theirs"' },
      {
        pointer: '/schemas/1/properties/total/type',
        base: '"number"',
        mine: '"string"',
        theirs: '"integer"',
      },
    ]);
  });

  it('conflict where one archived it and the other chose new flags, whichever did which', () => {
    const [open, archived, flagged] = [type(), type({ archived: true }), type({ featureFlags: ['beta'] })];
    expect(mergeSides({ base: open, mine: flagged, theirs: archived }).conflicts).toEqual([
      { pointer: '/archived', base: 'false', mine: 'false', theirs: 'true' },
    ]);
    expect(conflictsOf(open, archived, flagged)).toEqual(['/archived']);
    expect(conflictsOf(open, type({ description: 'd' }), archived)).toEqual([]);
    expect(conflictsOf(open, type({ archived: true, featureFlags: ['beta'] }), flagged)).toEqual([]);
    const taken = (take: keyof Sides) => {
      const resolution = { name: 'invoice.paid', pointer: '/archived', take };
      const { merged, conflicts } = mergeSides({ base: open, mine: flagged, theirs: archived }, [resolution]);
      expect(conflicts).toEqual([]);
      const { archived: isArchived, featureFlags } = JSON.parse(merged ?? '');
      return [isArchived, featureFlags];
    };
    expect([taken('mine'), taken('theirs')]).toEqual([
      [false, ['beta']],
      [true, ['beta']],
    ]);
  });

  it('conflict as a whole where one removed it or both made it, and agree where both did the same', () => {
    const [a, b] = [type({ description: 'a' }), type({ description: 'b' })];
    expect(conflictsOf(a, null, b)).toEqual(['']);
    expect(conflictsOf(a, b, null)).toEqual(['']);
    expect(conflictsOf(null, a, b)).toEqual(['']);
    expect([conflictsOf(a, null, null), conflictsOf(null, a, a), conflictsOf(a, null, a)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('never conflict by order, and in two sets of flags always', () => {
    const required = (...names: string[]) => type(schema(names));
    expect(conflictsOf(required('a', 'b'), required('b', 'a'), required('b', 'c', 'a'))).toEqual([]);
    const flags = (...featureFlags: string[]) => type({ featureFlags });
    expect(conflictsOf(flags('a', 'b'), flags('b', 'a'), flags('a', 'c'))).toEqual([]);
    expect(conflictsOf(flags('a'), flags('a', 'b'), flags('a', 'c'))).toEqual(['/featureFlags']);
  });

  it('follow every choice: base, mine, theirs, or a value by hand', () => {
    const of = (description: string) => type({ description });
    const sides = { base: of('old'), mine: of('mine'), theirs: of('theirs') };
    const taken = (choice: { take: keyof Sides } | { value: string }) => {
      const resolution = { name: 'invoice.paid', pointer: '/description', ...choice };
      return JSON.parse(mergeSides(sides, [resolution]).merged ?? '').description;
    };
    expect([taken({ take: 'base' }), taken({ take: 'mine' }), taken({ take: 'theirs' })]).toEqual([
      'old',
      'mine',
      'theirs',
    ]);
    expect(taken({ value: '"both"' })).toBe('both');
    const emptied = { ...sides, theirs: null };
    const all = (value: string) => mergeSides(emptied, [{ name: 'invoice.paid', pointer: '', value }]);
    expect(all('{"description":"by hand","name":"other"}')).toEqual({ merged: of('by hand'), conflicts: [] });
    expect(all('null')).toEqual({ merged: null, conflicts: [] });
  });

  it('say what mine changed by the smallest values, or by the field where that is too much', () => {
    const wide = (n: number) =>
      Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, { const: n }]));
    const fields = (base: string, mine: string) => statusOfSides({ base, mine, theirs: base }).fields;
    expect(fields(type(schema(['a'])), type({ ...schema(['a', 'b'], { x: {} }), description: 'd' }))).toEqual(
      ['/description', '/schemas/1/properties/x', '/schemas/1/required'],
    );
    expect(fields(type(schema([], wide(1))), type(schema([], wide(2))))).toEqual(['/schemas']);
  });
});

describe('the plan of one event type in a sync', () => {
  const base = type({ description: 'old', featureFlags: ['a'] });
  const mine = type({ description: 'mine', featureFlags: ['b', 'c'] });

  it('sends only what changed, with both spellings of the flags', () => {
    expect(planItem({ base, mine, theirs: base }, [], base)).toMatchObject({
      kind: 'write',
      write: {
        act: 'change',
        body: '{"description":"mine","featureFlags":["b","c"],"featureFlag":"b"}',
      },
    });
    expect(planItem({ base, mine: null, theirs: base }, [], base)).toMatchObject({
      write: { act: 'remove' },
    });
    expect(planItem({ base: null, mine: base, theirs: null }, [], null)).toMatchObject({
      write: {
        act: 'create',
        body: '{"name":"invoice.paid","description":"old","featureFlags":["a"],"featureFlag":"a","archived":false,"deprecated":false}',
      },
    });
  });

  it('sends nothing that is there already, and nothing over what moved meanwhile', () => {
    expect(planItem({ base, mine, theirs: base }, [], mine)).toEqual({ kind: 'agreed', merged: mine });
    const moved = type({ description: 'moved', featureFlags: ['a'] });
    expect(planItem({ base, mine, theirs: base }, [], moved)).toEqual({ kind: 'moved', there: moved });
    expect(planItem({ base, mine, theirs: base }, [], null)).toEqual({ kind: 'moved', there: null });
    expect(planItem({ base, mine, theirs: moved }, [], moved)).toMatchObject({ kind: 'conflict' });
  });
});

const NAMES = ['a', 'b', '__proto__', 'required', 'x/y'];
const names = fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 });
const leaf = fc.constantFrom({}, { type: 'string' }, { type: 'number' }, { enum: [1, 2] }, { enum: [2, 3] });
const schemas = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), leaf), { selector: ([key]) => key, maxLength: 3 }),
    names,
  )
  .map(([properties, required]) => {
    const members = properties.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    return `{"1":{"properties":{${members}},"required":${JSON.stringify(required)}}}`;
  });
const content = fc.option(
  fc
    .record({
      name: fc.constant('invoice.paid'),
      description: fc.constantFrom('', 'one', 'two'),
      featureFlags: fc.option(names),
      groupName: fc.option(fc.constantFrom('g', 'h')),
      archived: fc.boolean(),
      deprecated: fc.boolean(),
      sunsetAt: fc.option(fc.constantFrom('2027-01-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z')),
      replacedBy: fc.option(fc.constantFrom('invoice.settled')),
      schemas: fc.option(schemas),
    })
    .map(contentText),
  { freq: 6 },
);
const three = fc.record({ base: content, mine: content, theirs: content });

describe('for any three schemas', () => {
  it('an unchanged side gives the other, and the same change is no conflict', () => {
    fc.assert(
      fc.property(content, content, (base, other) => {
        expect(mergeSides({ base, mine: other, theirs: base })).toEqual({ merged: other, conflicts: [] });
        expect(mergeSides({ base, mine: other, theirs: other })).toEqual({ merged: other, conflicts: [] });
        const { merged, conflicts } = mergeSides({ base, mine: base, theirs: other });
        expect([sameContent(merged, other), conflicts]).toEqual([true, []]);
      }),
    );
  });

  it('exchanging the sides exchanges no more than what each is called', () => {
    fc.assert(
      fc.property(three, ({ base, mine, theirs }) => {
        const there = mergeSides({ base, mine: theirs, theirs: mine });
        const turned = there.conflicts.map((conflict) => ({
          ...conflict,
          mine: conflict.theirs,
          theirs: conflict.mine,
        }));
        const places = (list: readonly { pointer: string }[]) => list.map(({ pointer }) => pointer).sort();
        expect(places(turned)).toEqual(places(mergeSides({ base, mine, theirs }).conflicts));
      }),
    );
  });

  it('all conflicts to one side is that side there, and nothing of them is left', () => {
    fc.assert(
      fc.property(three, fc.constantFrom<keyof Sides>('base', 'mine', 'theirs'), (sides, take) => {
        const { conflicts } = mergeSides(sides);
        const resolved = mergeSides(sides, takeAll(sides, take));
        expect(resolved.conflicts).toEqual([]);
        for (const conflict of conflicts.filter(({ pointer }) => pointer === ''))
          expect(resolved.merged).toEqual(conflict[take]);
      }),
    );
  });

  it('a second sync sends nothing', () => {
    fc.assert(
      fc.property(three, fc.constantFrom<keyof Sides>('mine', 'theirs'), (sides, take) => {
        const plan = planItem(sides, takeAll(sides, take), sides.theirs);
        if (!('merged' in plan)) throw new Error(plan.kind);
        const { merged } = plan;
        expect(statusOfSides({ base: merged, mine: merged, theirs: merged })).toMatchObject({
          mineChanged: false,
          theirsChanged: false,
        });
        // Written but not recorded: mine and base are unchanged.
        const again = planItem({ ...sides, theirs: merged }, takeAll(sides, take), merged);
        expect(take === 'mine' ? again.kind : 'agreed').toBe('agreed');
      }),
    );
  });
});
