import { describe, expect, test } from 'vitest';
import { planSlots } from '../../../src-server/cluster/slot-plan';
import type { NodeTableState } from '../../../src-server/storage/node-table';
import { MemoryNodeTable } from '../../support/memory-node-table';

function tableOf(...ids: readonly string[]): MemoryNodeTable {
  const table = new MemoryNodeTable();
  for (const id of ids)
    table.nodes.set(id, {
      id,
      address: `http://${id}`,
      version: '1',
      schemaVersion: 26,
      secretCheck: '...6',
      beat: 1,
      diedAt: null,
      isLeaving: false,
      sendsPerSecond: 0,
    });
  return table;
}

const ownedBy = (state: NodeTableState, id: string) =>
  state.slots.filter(({ owner }) => owner === id).map(({ slot }) => slot);

/** Lets every node do what it plans, in turns, until nobody has anything to do. @returns how many slots moved */
function settle(table: MemoryNodeTable): number {
  let moved = 0;
  for (let isBusy = true; isBusy; ) {
    isBusy = false;
    for (const { id, diedAt } of table.state().nodes) {
      if (diedAt !== null) continue;
      const { release, take } = planSlots(table.state(), id, ownedBy(table.state(), id));
      table.own(release, id, null);
      moved += table.own(take, null, id).length;
      isBusy ||= release.length + take.length > 0;
    }
  }
  return moved;
}

const shares = (table: MemoryNodeTable) =>
  table.state().nodes.map(({ id }) => ownedBy(table.state(), id).length);

describe('which slots a node takes and gives back', () => {
  test('a node that is alone takes all at once', () => {
    const state = tableOf('a').state();
    expect(planSlots(state, 'a', []).take).toHaveLength(256);
  });

  test.each([
    [2, [128, 128]],
    [3, [86, 85, 85]],
    [5, [52, 51, 51, 51, 51]],
  ])('%i nodes end with equal shares', (count, wanted) => {
    const table = tableOf(...['a', 'b', 'c', 'd', 'e'].slice(0, count));
    expect(settle(table)).toBe(256);
    expect(shares(table)).toEqual(wanted);
  });

  test('nodes that plan from the same state take different slots', () => {
    const state = tableOf('a', 'b', 'c').state();
    const taken = ['a', 'b', 'c'].flatMap((id) => planSlots(state, id, []).take);
    expect(new Set(taken).size).toBe(256);
    expect(taken).toHaveLength(256);
  });

  test('a fourth node gets its share, and no slot moves between the others', () => {
    const table = tableOf('a', 'b', 'c');
    settle(table);
    const before = new Map(table.slots.map(({ slot, owner }) => [slot, owner]));
    table.nodes.set('d', { ...tableOf('d').state().nodes[0], id: 'd' } as never);
    expect(settle(table)).toBe(64);
    expect(shares(table)).toEqual([64, 64, 64, 64]);
    for (const { slot, owner } of table.slots) if (owner !== 'd') expect(owner).toBe(before.get(slot));
  });

  test('what a dead node or one that leaves had goes to the others, and nothing else moves', () => {
    const table = tableOf('a', 'b', 'c', 'd');
    settle(table);
    table.change('b', { diedAt: 1 });
    table.freeAll('b');
    expect(settle(table)).toBe(64);
    table.change('c', { isLeaving: true });
    expect(planSlots(table.state(), 'c', ownedBy(table.state(), 'c'))).toEqual({ release: [], take: [] });
    table.freeAll('c');
    settle(table);
    expect(shares(table)).toEqual([128, 0, 0, 128]);
  });

  test('what it is giving back already does not count as its own', () => {
    const table = tableOf('a', 'b');
    table.own(
      table.slots.map(({ slot }) => slot),
      null,
      'a',
    );
    const { release } = planSlots(table.state(), 'a', ownedBy(table.state(), 'a'));
    expect(release).toHaveLength(128);
    const kept = ownedBy(table.state(), 'a').filter((slot) => !release.includes(slot));
    expect(planSlots(table.state(), 'a', kept)).toEqual({ release: [], take: [] });
  });
});
