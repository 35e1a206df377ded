import { describe, expect, it } from 'vitest';
import type { CopyChange } from '../../../src-renderer/admin/data/use-changes';
import {
  diffLine,
  inReviewOrder,
  listedChanges,
  visibilityOf,
} from '../../../src-renderer/admin/features/changes/change-facts';
import { conflictLabel } from '../../../src-renderer/admin/features/changes/conflict-label';
import { differentPart } from '../../../src-renderer/admin/features/changes/conflict-value';
import {
  type Choice,
  type Choices,
  conflictKey,
  onlyPull,
  planLabel,
  planSync,
  pullable,
  standingChoices,
  syncBody,
  withChoice,
} from '../../../src-renderer/admin/features/changes/sync-choices';
import { LIMITS } from '../../../src-server/contract/limits';

const content = (name: string, more: object = {}) => ({
  name,
  description: '',
  featureFlags: null,
  groupName: null,
  archived: false,
  deprecated: false,
  schemas: null,
  ...more,
});

const change = (name: string, base: object | null, mine: object | null): CopyChange => ({
  name,
  base: base && content(name, base),
  mine: mine && content(name, mine),
});

const COMPARISON = {
  mine: ['a.gone', 'a.new'],
  theirs: ['b.theirs'],
  both: ['c.both'],
  agreed: ['c.agreed'],
  conflicts: [
    { name: 'd.two', pointer: '/description', writesMore: false, base: 'b', mine: 'm', theirs: 't' },
    { name: 'd.two', pointer: '/groupName', writesMore: false, base: null, mine: 'x', theirs: 'y' },
  ],
};
const CHANGES = [change('a.gone', {}, null), change('a.new', null, {})];

describe('the plan of a sync', () => {
  it('a sync counts what it writes, takes and leaves, and the counts follow each choice', () => {
    const parts = { changes: CHANGES, left: new Set<string>() };
    const labelAfter = (
      choices: readonly (readonly [pointer: string, choice: Choice])[],
      comparison = COMPARISON,
    ) =>
      planLabel(
        planSync(
          comparison,
          new Map(choices.map(([pointer, choice]) => [conflictKey({ name: 'd.two', pointer }), choice])),
          parts,
        ),
      );
    const theirs = { take: 'theirs' } as const;
    expect(labelAfter([])).toBe('2 to pull · 2 to resolve · 3 to push');
    expect(labelAfter([['/description', theirs]])).toBe('2 to pull · 1 to resolve · 3 to push');
    const taken = '3 to pull · 0 to resolve · 3 to push';
    const written = '2 to pull · 0 to resolve · 4 to push';
    const pair = (group: Choice) =>
      [
        ['/description', theirs],
        ['/groupName', group],
      ] as const;
    expect(labelAfter(pair(theirs))).toBe(taken);
    expect(labelAfter(pair({ valueText: ' "y"' }))).toBe(taken);
    expect(labelAfter(pair({ take: 'mine' }))).toBe(written);
    expect(labelAfter(pair({ valueText: '"z"' }))).toBe(written);
    const more = COMPARISON.conflicts.map((conflict) => ({ ...conflict, writesMore: true }));
    expect(labelAfter(pair(theirs), { ...COMPARISON, conflicts: more })).toBe(written);
  });

  it('a kept resolution stands as long as nothing of its conflict has changed', () => {
    const [first] = COMPARISON.conflicts;
    if (!first) throw new Error('there is one');
    const kept = withChoice({}, [first], { take: 'mine' });
    expect([...standingChoices(kept, COMPARISON.conflicts)]).toEqual([
      [conflictKey(first), { take: 'mine' }],
    ]);
    expect(standingChoices(kept, [{ ...first, theirs: 'newer' }]).size).toBe(0);
  });

  it('a sync writes a conflicting event type only when every conflict in it is resolved', () => {
    const parts = { changes: CHANGES, left: new Set<string>() };
    const first: Choices = new Map([
      [conflictKey({ name: 'd.two', pointer: '/description' }), { take: 'mine' }],
    ]);
    expect(planSync(COMPARISON, first, parts)).toEqual({
      writes: ['a.gone', 'a.new', 'c.both'],
      takes: ['b.theirs', 'c.agreed'],
      open: ['d.two'],
      unresolved: 1,
      removals: 1,
    });
    const both: Choices = new Map<string, Choice>([
      ...first,
      [conflictKey({ name: 'd.two', pointer: '/groupName' }), { valueText: '1.0' }],
    ]);
    expect(planSync(COMPARISON, both, parts).writes).toContain('d.two');
  });

  it('a sync sends the compared event types without unticked ones, and keeps the spelling of edited values', () => {
    const parts = { changes: CHANGES, left: new Set(['a.new']) };
    const choices: Choices = new Map([
      [conflictKey({ name: 'd.two', pointer: '/description' }), { valueText: '1.00' }],
    ]);
    const open = syncBody(planSync(COMPARISON, choices, parts), COMPARISON, {
      choices,
      acceptRemovals: false,
    });
    expect(open).toBe('{"names":["a.gone","c.both","b.theirs","c.agreed"],"resolutions":[]}');
    const all: Choices = new Map<string, Choice>([
      ...choices,
      [conflictKey({ name: 'd.two', pointer: '/groupName' }), { take: 'theirs' }],
    ]);
    const body = syncBody(planSync(COMPARISON, all, parts), COMPARISON, {
      choices: all,
      acceptRemovals: true,
    });
    expect(body).toContain('{"name":"d.two","pointer":"/description","value":1.00}');
    expect(JSON.parse(body)).toMatchObject({ acceptRemovals: true });
    expect(JSON.parse(body).names).toContain('d.two');
  });

  it('a choice that removes an event type counts as a removal', () => {
    const conflict = { name: 'e.whole', pointer: '', writesMore: false, mine: {}, theirs: {} };
    const comparison = { mine: [], theirs: [], both: [], agreed: [], conflicts: [conflict] };
    const removals = (choice: Choice) =>
      planSync(comparison, new Map([[conflictKey(conflict), choice]]), { changes: [], left: new Set() })
        .removals;
    expect(removals({ take: 'base' })).toBe(1);
    expect(removals({ valueText: ' null ' })).toBe(1);
    expect(removals({ take: 'mine' })).toBe(0);
  });
});

describe('the effect of a change on visibility', () => {
  it('a change of visibility is labelled for a release, a flag, an archive and a removal only', () => {
    const beta = { featureFlags: ['beta'] };
    const label = (base: object | null, mine: object | null) => visibilityOf(change('a', base, mine))?.label;
    expect(label(beta, {})).toBe('Released to everyone');
    expect(label({}, beta)).toBe('Hidden: only with beta');
    expect(label({}, { archived: true })).toBe('Hidden: archived');
    expect(label({}, null)).toBe('Removed');
    expect(label(null, beta)).toBe('Only with beta');
    expect(label({ featureFlags: ['x', 'y'] }, { featureFlags: ['y', 'x'] })).toBeUndefined();
    expect(label({}, { description: 'new' })).toBeUndefined();
  });

  it('changes of visibility come before other changes', () => {
    const changes = [change('a', {}, { description: 'new' }), change('b', {}, null)];
    expect(inReviewOrder(changes).map(({ name }) => name)).toEqual(['b', 'a']);
  });
});

it('a conflict is labelled with its event type and the path of its field', () => {
  expect(conflictLabel('invoice.paid', '/schemas/1/properties/total/type')).toBe(
    'invoice.paid > schema > total > type',
  );
  expect(conflictLabel('invoice.paid', '/schemas/2')).toBe('invoice.paid > schema 2');
  expect(conflictLabel('invoice.paid', '/featureFlags')).toBe('invoice.paid > flags');
  expect(conflictLabel('invoice.paid', '')).toBe('invoice.paid');
  expect(conflictLabel('flag-sets', '/A/colour')).toBe('flag-sets > set A > color');
  expect(conflictLabel('flag-sets', '/A')).toBe('flag-sets > set A');
});

it('the part of a text that differs from the base is marked', () => {
  expect(differentPart('the old word', 'the new word')).toEqual({ start: 4, end: 7 });
  expect(differentPart('aa', 'aaa')).toEqual({ start: 2, end: 3 });
  expect(differentPart('same', 'same')).toEqual({ start: 4, end: 4 });
});

it('differences make one line, place by place, and what is beyond three places is counted', () => {
  const say = (where: string, text: string) => ({ effect: null, where, text });
  const note = [
    say('schema > note', 'integer becomes string'),
    say('schema > note', 'is now required'),
    say('description', 'gets one: “Paid.”'),
  ];
  const line = 'note: integer becomes string, now required; description: gets one: “Paid.”';
  expect(diffLine({ changes: note, more: 0 })).toBe(line);
  const many = ['a', 'b', 'c', 'd'].map((key) => say(`schema > ${key}`, 'removed (string, optional)'));
  expect(diffLine({ changes: many, more: 2 })).toMatch(/c: removed \(string, optional\) and 3 more$/);
});

it('unsaved schemas are listed after the changes, or with the change of the same event type', () => {
  const rows = listedChanges(CHANGES, new Set(['z.draft', 'a.new']));
  expect(rows.map(({ name, change, isUnsaved }) => [name, change !== null, isUnsaved])).toEqual([
    ['a.gone', true, false],
    ['a.new', true, true],
    ['z.draft', false, true],
  ]);
});

it('a pull names nothing that would be written to the instance', () => {
  const plan = planSync(COMPARISON, new Map(), { changes: CHANGES, left: new Set() });
  const body = syncBody(onlyPull(plan), COMPARISON, { choices: new Map(), acceptRemovals: false });
  expect(JSON.parse(body)).toEqual({ names: ['b.theirs', 'c.agreed'], resolutions: [] });
  const many = Array.from({ length: LIMITS.bulkEventTypes.max + 1 }, (_, index) => `n${index}`);
  expect(pullable({ takes: many, writes: [] })).toBe(many.length);
  expect(pullable({ takes: many, writes: ['a.new'] })).toBe(0);
});
