import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IS_WHOLE } from '../support/share';
import { type ClusterCommand, clusterLives } from './cluster-commands';
import { runCluster } from './cluster-run';
import { type LeftOut, newFigures } from './cluster-world';
import { LONG_FORM } from './crash-size';

/**
 * Random lives of several nodes that share a database: their real engines, pacers and memberships, with clocks that
 * drift, processes that freeze, machines that sleep, links that break, and kills. A life that breaks a promise is
 * reduced to the shortest one that still does, and printed with its seed.
 */
const LIVES = LONG_FORM ? 10_000 : IS_WHOLE ? 200 : 16;
const MOST_COMMANDS = LONG_FORM ? 24 : 16;
const givenSeed = process.env.POSTHORN_MODEL_SEED;
// The short form is the same each time; the long one uses new seeds.
const seed = givenSeed ? Number(givenSeed) : LONG_FORM ? Math.floor(Math.random() * 2 ** 31) : 20_261_124;

test(
  `several nodes keep every limit, and lose nothing, in ${LIVES} random lives`,
  async () => {
    if (LONG_FORM) console.log(`POSTHORN_MODEL_SEED=${seed}`);
    const figures = newFigures();
    try {
      await fc.assert(
        fc.asyncProperty(clusterLives(MOST_COMMANDS), async (life) => {
          expect(await runCluster(life, figures)).toEqual([]);
        }),
        { seed, numRuns: LIVES, interruptAfterTimeLimit: LONG_FORM ? 3_000_000 : 15_000 },
      );
    } finally {
      if (LONG_FORM) console.log(figures);
    }
  },
  LONG_FORM ? 3_600_000 : 60_000,
);

/** Without this part of the design, something is broken in such a life. */
const WITHOUT: readonly (readonly [
  part: string,
  leftOut: LeftOut,
  breaks: RegExp,
  commands: readonly ClusterCommand[],
])[] = [
  [
    'the check at the first byte',
    { checkAtFirstByte: true },
    /node 0 sent .* node 1's/,
    [{ do: 'freeze', node: 0, ms: 9000, at: 'next send', waitMs: 15_000 }],
  ],
  [
    'the fence at recording',
    { fence: true },
    /node 0 decided about delivery .* not its own any more/,
    [
      ...[0, 1, 2, 3].map((endpoint) => ({ do: 'mood', endpoint, mood: 'error', waitMs: 0 }) as const),
      { do: 'cut', node: 0, ms: 9000, state: 'cut', waitMs: 15_000 },
    ],
  ],
  [
    'the margin of the lease',
    { margin: true },
    /is sent to by node 0 and node 1/,
    [{ do: 'cut', node: 0, ms: 20_000, state: 'cut', waitMs: 12_000 }],
  ],
  [
    'the strict order of an endpoint',
    { strictOrder: true },
    /endpoint 6: ordered, and got/,
    [
      { do: 'mood', endpoint: 6, mood: 'error', waitMs: 0 },
      { do: 'send', node: 0, endpoint: 6, count: 12, waitMs: 700 },
    ],
  ],
];

test.each(WITHOUT)('a life shows that %s is needed', async (_part, leftOut, breaks, commands) => {
  const life = { nodes: 2, chance: 1, clocks: 'good', walls: 'sleep', commands } as const;
  expect(await runCluster(life, newFigures())).toEqual([]);
  expect((await runCluster(life, newFigures(), leftOut)).join('\n')).toMatch(breaks);
});
