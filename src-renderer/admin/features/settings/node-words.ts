import { ALL_SLOTS, NODE_STATES, type NodeOut, type NodeState } from '../../../../src-server/contract/node';

/** The word for each state, and what it means to the deliveries. An alive node needs no explanation. */
export const STATE_WORDS: Readonly<Record<NodeState, { readonly word: string; readonly means?: string }>> = {
  alive: { word: 'Alive' },
  silent: {
    word: 'Silent',
    means:
      'No heartbeat for three seconds. It sends nothing, and the other nodes take over after a full lease.',
  },
  leaving: {
    word: 'Leaving',
    means: 'Shutting down: it finishes its requests and hands its endpoints to the other nodes.',
  },
  dead: {
    word: 'Dead',
    means:
      'No heartbeat for a full lease. The other nodes have taken over; if it comes back, it joins under a new name.',
  },
};

/** How long ago the beat of a node was seen: "just now", "4 s ago", "2 min ago". */
export function beatWords(beatAgeMs: number): string {
  const seconds = Math.round(beatAgeMs / 1000);
  if (seconds < 2) return 'just now';
  if (seconds < 100) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
}

/**
 * How many nodes are in which state: "2 nodes, all alive", or "3 nodes: 2 alive, 1 silent". It changes only when a node
 * does, so that it can be read out.
 */
export function nodesSentence(nodes: readonly Pick<NodeOut, 'state'>[]): string {
  const total = nodes.length === 1 ? '1 node' : `${nodes.length} nodes`;
  const counts = NODE_STATES.map((state) => ({
    word: STATE_WORDS[state].word.toLowerCase(),
    count: nodes.filter((node) => node.state === state).length,
  })).filter(({ count }) => count > 0);
  const [only] = counts;
  if (only && counts.length === 1) return `${total}, ${nodes.length === 1 ? '' : 'all '}${only.word}`;
  return `${total}: ${counts.map(({ count, word }) => `${count} ${word}`).join(', ')}`;
}

/** What else an operator should know about all nodes together, in sentences. */
export function remarksOn(nodes: readonly Pick<NodeOut, 'slots' | 'version' | 'state'>[]): readonly string[] {
  const free = ALL_SLOTS - nodes.reduce((sum, { slots }) => sum + slots, 0);
  const versions = new Set(nodes.filter(({ state }) => state !== 'dead').map(({ version }) => version));
  return [
    ...(free > 0
      ? [`${free} of ${ALL_SLOTS} slots are moving to another node. Their endpoints wait until then.`]
      : []),
    ...(versions.size > 1
      ? [
          `The nodes run ${versions.size} versions, as they do during an upgrade: ${[...versions].sort().join(', ')}.`,
        ]
      : []),
  ];
}
