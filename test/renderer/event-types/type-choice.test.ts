import { describe, expect, it } from 'vitest';
import { groupEventTypes } from '../../../src-renderer/shared/event-types/group-event-types';
import {
  allNames,
  choiceOf,
  choose,
  chooseLater,
  filterOf,
  groupKey,
  isEmptyChoice,
  markOf,
  namesElsewhere,
  selectedKeys,
  type TypeChoice,
  wholeGroups,
} from '../../../src-renderer/shared/event-types/type-choice';
import { eventType } from '../admin/event-type';

const groupsOf = (names: readonly string[]) => groupEventTypes(names.map((name) => eventType({ name })));
const all = groupsOf(['a.one', 'a.two', 'b.one', 'plain']);
const choice = (names: readonly string[], groups: readonly string[] = []): TypeChoice => ({
  names: new Set(names),
  groups: new Set(groups),
});
const seen = ({ names, groups }: TypeChoice) => [[...names].sort(), [...groups].sort()];

function press(before: TypeChoice, key: string, on: boolean, inSight = all) {
  const marked = selectedKeys(inSight, allNames(before, all));
  if (on) marked.add(key);
  else marked.delete(key);
  return seen(choose(inSight, all, before, marked));
}

describe('choosing event types in the tree', () => {
  it('takes the whole group by its box, with what joins it later', () => {
    expect(press(choice([]), groupKey('a'), true)).toEqual([['a.one', 'a.two'], ['a']]);
    expect(press(choice(['a.one', 'b.one']), groupKey('a'), true)).toEqual([
      ['a.one', 'a.two', 'b.one'],
      ['a'],
    ]);
  });

  it('leaves the whole group by its box', () => {
    expect(press(choice(['a.one', 'a.two', 'b.one'], ['a']), groupKey('a'), false)).toEqual([['b.one'], []]);
  });

  it('takes and leaves one; a group that loses one is no whole group', () => {
    expect(press(choice([]), 'a.one', true)).toEqual([['a.one'], []]);
    expect(press(choice(['a.one', 'a.two'], ['a']), 'a.one', false)).toEqual([['a.two'], []]);
  });

  it('says nothing of later types when the last one of a group is selected by itself', () => {
    expect(press(choice(['a.one']), 'a.two', true)).toEqual([['a.one', 'a.two'], []]);
  });

  it('takes the types without a group today only: no later one can be meant', () => {
    expect(press(choice([]), groupKey(null), true)).toEqual([['plain'], []]);
  });

  it('takes of a group only what the search shows, and then no later type', () => {
    expect(press(choice([]), groupKey('a'), true, groupsOf(['a.one']))).toEqual([['a.one'], []]);
  });

  it('keeps names that the search hides or that the catalog does not have', () => {
    expect(press(choice(['gone.type', 'b.one']), 'a.one', true, groupsOf(['a.one']))).toEqual([
      ['a.one', 'b.one', 'gone.type'],
      [],
    ]);
  });

  it('marks a group by how much of it is chosen', () => {
    const [a] = all;
    if (!a) throw new Error('no group');
    expect(markOf(a, new Set())).toBe('none');
    expect(markOf(a, new Set(['a.one']))).toBe('some');
    expect(markOf(a, new Set(['a.one', 'a.two']))).toBe('all');
  });
});

describe('a group that is chosen as a whole', () => {
  it('is listed with or without its later types, also where none is in the catalog', () => {
    expect(wholeGroups(all, choice(['a.one', 'a.two', 'plain'], ['b', 'unknown']))).toEqual([
      { name: 'a', count: 2, later: false },
      { name: 'b', count: 1, later: true },
      { name: 'unknown', count: 0, later: true },
    ]);
    expect(wholeGroups(all, choice(['a.one']))).toEqual([]);
  });

  it('keeps its types of today when later ones are left out', () => {
    expect(seen(chooseLater(choice([], ['a']), all, 'a', false))).toEqual([['a.one', 'a.two'], []]);
    expect(seen(chooseLater(choice(['a.one', 'a.two']), all, 'a', true))).toEqual([
      ['a.one', 'a.two'],
      ['a'],
    ]);
  });

  it('takes types along that joined since it was saved', () => {
    expect([...allNames(choice(['a.one'], ['a']), all)].sort()).toEqual(['a.one', 'a.two']);
  });
});

describe('the filter of an endpoint', () => {
  it('has the types of today beside their group, for clients that know no groups', () => {
    expect(filterOf(choice(['plain'], ['a']), all)).toEqual({
      filterTypes: ['a.one', 'a.two', 'plain'],
      filterGroups: ['a'],
    });
    expect(filterOf(choice([], ['unknown']), all)).toEqual({ filterTypes: null, filterGroups: ['unknown'] });
  });

  it('comes back as the same choice', () => {
    const saved = filterOf(choice(['plain'], ['a']), all);
    expect(choiceOf(saved)).toEqual(choice(['a.one', 'a.two', 'plain'], ['a']));
    expect(choiceOf({ filterTypes: null, filterGroups: null })).toBeNull();
  });

  it('is empty only without names and groups', () => {
    expect(isEmptyChoice(choice([]))).toBe(true);
    expect(isEmptyChoice(choice([], ['a']))).toBe(false);
  });

  it('tells names that are not in the catalog', () => {
    expect(namesElsewhere(all, choice(['z.gone', 'a.one', 'c.hidden']))).toEqual(['c.hidden', 'z.gone']);
  });
});
