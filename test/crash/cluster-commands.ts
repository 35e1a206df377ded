import fc from 'fast-check';
import { CLUSTER_MOODS, type ClusterMood } from './cluster-world';

/** Something that happens to a cluster. `node` is taken modulo the living ones; `waitMs` passes after it. */
export type ClusterCommand = { readonly waitMs: number } & (
  | { readonly do: 'nothing' }
  /** Messages to an endpoint, accepted by a node. */
  | { readonly do: 'send'; readonly node: number; readonly endpoint: number; readonly count: number }
  | { readonly do: 'mood'; readonly endpoint: number; readonly mood: ClusterMood }
  /** The process stands still, at once or between the grant of a send and its first byte. */
  | { readonly do: 'freeze'; readonly node: number; readonly ms: number; readonly at: 'once' | 'next send' }
  /** Its machine sleeps. */
  | { readonly do: 'sleep'; readonly node: number; readonly ms: number }
  /** Its wall clock is set. */
  | { readonly do: 'step'; readonly node: number; readonly byMs: number }
  | {
      readonly do: 'cut';
      readonly node: number;
      readonly ms: number;
      readonly state: 'cut' | 'silent';
    }
  /** Its calls to the database take up to this long each way. */
  | { readonly do: 'slow'; readonly node: number; readonly ms: number; readonly byMs: number }
  | { readonly do: 'kill' | 'leave'; readonly node: number }
  | { readonly do: 'join' }
  /** PostgreSQL is away. */
  | { readonly do: 'away'; readonly ms: number }
  /** This share of the calls between nodes is lost from now on. */
  | { readonly do: 'lose'; readonly share: number }
);

const node = fc.nat({ max: 3 });
const endpoint = fc.nat({ max: 6 });
/** Up to two leases, and often around the time at which trust ends or a lease is over. */
const ms = fc.oneof(fc.integer({ min: 1, max: 12_000 }), fc.integer({ min: 4000, max: 8000 }));
const waitMs = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 1500 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1000, max: 8000 }) },
);
const just = <const T extends string>(what: T) => fc.constant(what);

type What = ClusterCommand extends infer Command
  ? Command extends ClusterCommand
    ? Omit<Command, 'waitMs'>
    : never
  : never;

const weighed: readonly (readonly [number, fc.Arbitrary<What>])[] = [
  [1, fc.record({ do: just('nothing') })],
  [6, fc.record({ do: just('send'), node, endpoint, count: fc.integer({ min: 1, max: 12 }) })],
  [3, fc.record({ do: just('mood'), endpoint, mood: fc.constantFrom(...CLUSTER_MOODS) })],
  [4, fc.record({ do: just('freeze'), node, ms, at: fc.constantFrom('once', 'next send') })],
  [1, fc.record({ do: just('sleep'), node, ms })],
  [1, fc.record({ do: just('step'), node, byMs: fc.integer({ min: -90_000, max: 90_000 }) })],
  [4, fc.record({ do: just('cut'), node, ms, state: fc.constantFrom('cut', 'silent') })],
  [2, fc.record({ do: just('slow'), node, ms, byMs: fc.integer({ min: 10, max: 3000 }) })],
  [3, fc.record({ do: just('kill'), node })],
  [2, fc.record({ do: just('leave'), node })],
  [4, fc.record({ do: just('join') })],
  [1, fc.record({ do: just('away'), ms })],
  [1, fc.record({ do: just('lose'), share: fc.constantFrom(0, 0.3, 1) })],
];

/** How a world begins, and what happens in it. */
export interface ClusterLife {
  readonly nodes: number;
  readonly chance: number;
  readonly clocks: 'good' | 'drifting';
  /** Whether machines sleep, or wall clocks are set; not both, since a clock set back hides that a machine slept. */
  readonly walls: 'sleep' | 'step';
  readonly commands: readonly ClusterCommand[];
}

/** Lives with up to `most` commands. */
export function clusterLives(most: number): fc.Arbitrary<ClusterLife> {
  const command = fc
    .tuple(fc.oneof(...weighed.map(([weight, arbitrary]) => ({ weight, arbitrary }))), waitMs)
    .map(([what, wait]): ClusterCommand => ({ ...what, waitMs: wait }));
  return fc.record({
    nodes: fc.integer({ min: 2, max: 4 }),
    chance: fc.nat(),
    clocks: fc.constantFrom('good', 'drifting'),
    walls: fc.constantFrom('sleep', 'step'),
    commands: fc.array(command, { minLength: 3, maxLength: most, size: 'max' }),
  });
}
