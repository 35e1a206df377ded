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

describe('the choice of event types in the tree', () => {
  it('ticking a group selects all of it, with event types added later', () => {
    expect(press(choice([]), groupKey('a'), true)).toEqual([['a.one', 'a.two'], ['a']]);
    expect(press(choice(['a.one', 'b.one']), groupKey('a'), true)).toEqual([
      ['a.one', 'a.two', 'b.one'],
      ['a'],
    ]);
  });

  it('unticking a group deselects all of it', () => {
    expect(press(choice(['a.one', 'a.two', 'b.one'], ['a']), groupKey('a'), false)).toEqual([['b.one'], []]);
  });

  it('ticking an event type selects it; unticking one makes its group partial', () => {
    expect(press(choice([]), 'a.one', true)).toEqual([['a.one'], []]);
    expect(press(choice(['a.one', 'a.two'], ['a']), 'a.one', false)).toEqual([['a.two'], []]);
  });

  it('ticking the last event type of a group does not include later ones', () => {
    expect(press(choice(['a.one']), 'a.two', true)).toEqual([['a.one', 'a.two'], []]);
  });

  it('ticking the event types without a group includes no later ones', () => {
    expect(press(choice([]), groupKey(null), true)).toEqual([['plain'], []]);
  });

  it('ticking a group under a search selects only what is shown, and no later event types', () => {
    expect(press(choice([]), groupKey('a'), true, groupsOf(['a.one']))).toEqual([['a.one'], []]);
  });

  it('a choice keeps names that the search hides or the catalog does not have', () => {
    expect(press(choice(['gone.type', 'b.one']), 'a.one', true, groupsOf(['a.one']))).toEqual([
      ['a.one', 'b.one', 'gone.type'],
      [],
    ]);
  });

  it('a group is marked by how much of it is selected', () => {
    const [a] = all;
    if (!a) throw new Error('no group');
    expect(markOf(a, new Set())).toBe('none');
    expect(markOf(a, new Set(['a.one']))).toBe('some');
    expect(markOf(a, new Set(['a.one', 'a.two']))).toBe('all');
  });
});

describe('a group selected as a whole', () => {
  it('whole groups are listed with or without later event types, also if the catalog has none of theirs', () => {
    expect(wholeGroups(all, choice(['a.one', 'a.two', 'plain'], ['b', 'unknown']))).toEqual([
      { name: 'a', count: 2, later: false },
      { name: 'b', count: 1, later: true },
      { name: 'unknown', count: 0, later: true },
    ]);
    expect(wholeGroups(all, choice(['a.one']))).toEqual([]);
  });

  it('a group without its later event types keeps the current ones', () => {
    expect(seen(chooseLater(choice([], ['a']), all, 'a', false))).toEqual([['a.one', 'a.two'], []]);
    expect(seen(chooseLater(choice(['a.one', 'a.two']), all, 'a', true))).toEqual([
      ['a.one', 'a.two'],
      ['a'],
    ]);
  });

  it('a whole group includes event types added since the choice was saved', () => {
    expect([...allNames(choice(['a.one'], ['a']), all)].sort()).toEqual(['a.one', 'a.two']);
  });
});

describe('the filter of an endpoint', () => {
  it('a filter lists the current event types beside their group, for clients that know no groups', () => {
    expect(filterOf(choice(['plain'], ['a']), all)).toEqual({
      filterTypes: ['a.one', 'a.two', 'plain'],
      filterGroups: ['a'],
    });
    expect(filterOf(choice([], ['unknown']), all)).toEqual({ filterTypes: null, filterGroups: ['unknown'] });
  });

  it('a filter is read back as the same choice', () => {
    const saved = filterOf(choice(['plain'], ['a']), all);
    expect(choiceOf(saved)).toEqual(choice(['a.one', 'a.two', 'plain'], ['a']));
    expect(choiceOf({ filterTypes: null, filterGroups: null })).toBeNull();
  });

  it('a choice is empty only without names and groups', () => {
    expect(isEmptyChoice(choice([]))).toBe(true);
    expect(isEmptyChoice(choice([], ['a']))).toBe(false);
  });

  it('names of a filter that are not in the catalog are listed', () => {
    expect(namesElsewhere(all, choice(['z.gone', 'a.one', 'c.hidden']))).toEqual(['c.hidden', 'z.gone']);
  });
});
