import { describe, expect, it } from 'vitest';
import {
  choose,
  groupKey,
  markOf,
  selectedKeys,
  wholeGroupsInWords,
} from '../../../src-renderer/admin/applications/type-choice';
import { groupEventTypes } from '../../../src-renderer/event-types/group-event-types';
import { eventType } from './event-type';

const groups = groupEventTypes(['a.one', 'a.two', 'b.one', 'plain'].map((name) => eventType({ name })));
const [a] = groups;
const press = (before: readonly string[], key: string, on: boolean) => {
  const chosen = new Set(before);
  const marked = selectedKeys(groups, chosen);
  if (on) marked.add(key);
  else marked.delete(key);
  return [...choose(groups, chosen, marked)].sort();
};

describe('choosing event types in the tree', () => {
  it('takes the whole group by its box', () => {
    expect(press([], groupKey('a'), true)).toEqual(['a.one', 'a.two']);
    expect(press(['b.one'], groupKey('a'), true)).toEqual(['a.one', 'a.two', 'b.one']);
  });

  it('completes a group of which some are chosen', () => {
    expect(press(['a.one'], groupKey('a'), true)).toEqual(['a.one', 'a.two']);
  });

  it('leaves the whole group by its box', () => {
    expect(press(['a.one', 'a.two', 'b.one'], groupKey('a'), false)).toEqual(['b.one']);
  });

  it('takes and leaves one', () => {
    expect(press([], 'a.one', true)).toEqual(['a.one']);
    expect(press(['a.one', 'a.two'], 'a.one', false)).toEqual(['a.two']);
  });

  it('takes the group of those without one', () => {
    expect(press([], groupKey(null), true)).toEqual(['plain']);
  });

  it('keeps names that the search hides or that the catalog no longer has', () => {
    expect(press(['gone.type'], 'a.one', true)).toEqual(['a.one', 'gone.type']);
  });

  it('marks a group by how much of it is chosen', () => {
    if (!a) throw new Error('no group');
    expect(markOf(a, new Set())).toBe('none');
    expect(markOf(a, new Set(['a.one']))).toBe('some');
    expect(markOf(a, new Set(['a.one', 'a.two']))).toBe('all');
  });
});

describe('a group that is chosen as a whole', () => {
  it('is said to hold the names of today only', () => {
    expect(wholeGroupsInWords(groups, new Set(['a.one', 'a.two', 'plain']))).toBe(
      'That is all 2 of a as of today: a type that joins later has to be chosen then.',
    );
    expect(wholeGroupsInWords(groups, new Set(['a.one', 'plain']))).toBeNull();
  });
});
