import { describe, expect, it } from 'vitest';
import {
  beatWords,
  nodesSentence,
  remarksOn,
} from '../../../src-renderer/admin/features/settings/node-words';
import type { NodeState } from '../../../src-server/contract/node';

const inStates = (...states: readonly NodeState[]) => states.map((state) => ({ state }));
const node = (slots: number, version = '0.1.0', state: NodeState = 'alive') => ({ slots, version, state });

describe('the page of the nodes', () => {
  it.each([
    [0, 'just now'],
    [1499, 'just now'],
    [1500, '2 s ago'],
    [4400, '4 s ago'],
    [99_400, '99 s ago'],
    [184_000, '3 min ago'],
    [7_200_000, '2 h ago'],
  ])('a heartbeat %d ms ago reads %s', (ms, words) => {
    expect(beatWords(ms)).toBe(words);
  });

  it('the nodes are counted by their state', () => {
    expect(nodesSentence(inStates('alive'))).toBe('1 node, alive');
    expect(nodesSentence(inStates('alive', 'alive'))).toBe('2 nodes, all alive');
    expect(nodesSentence(inStates('dead', 'alive', 'silent', 'alive'))).toBe(
      '4 nodes: 2 alive, 1 silent, 1 dead',
    );
  });

  it('a remark says how many slots have no owner, so that their endpoints wait', () => {
    expect(remarksOn([node(128), node(128)])).toEqual([]);
    expect(remarksOn([node(128), node(120)])).toEqual([
      '8 of 256 slots are moving to another node. Their endpoints wait until then.',
    ]);
  });

  it('a remark names the versions if the nodes run several, dead nodes aside', () => {
    expect(remarksOn([node(256), node(0, '0.0.9', 'dead')])).toEqual([]);
    expect(remarksOn([node(128, '0.2.0'), node(128, '0.1.0', 'leaving')])).toEqual([
      'The nodes run 2 versions, as they do during an upgrade: 0.1.0, 0.2.0.',
    ]);
  });
});
