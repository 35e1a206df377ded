import fc from 'fast-check';
import { MOODS, type Mood } from './model-world';

/**
 * Something that happens to the engine. Numbers that name an object are taken modulo their count. `count`
 * messages to its application precede it; `leadMs` passes between them and it, `waitMs` after it.
 */
export type Happening = { readonly count: number; readonly leadMs: number; readonly waitMs: number } & (
  | { readonly do: 'nothing'; readonly app: number }
  | { readonly do: 'mood'; readonly endpoint: number; readonly mood: Mood }
  /** From one limit, which applies while the messages arrive, to another. */
  | {
      readonly do: 'limit';
      readonly endpoint: number;
      readonly from: number | null;
      readonly limit: number | null;
    }
  | { readonly do: 'app-limit'; readonly app: number; readonly limit: number | null }
  | {
      readonly do: 'hold';
      readonly endpoint: number;
      readonly by: 'paused' | 'disabled';
      readonly held: boolean;
    }
  | { readonly do: 'move' | 'delete'; readonly endpoint: number }
  | { readonly do: 'add'; readonly app: number; readonly limit: number | null }
  | { readonly do: 'delete-app' }
  | { readonly do: 'resend'; readonly message: number; readonly endpoint: number }
  /** What waits for a retry goes out now: of a message everywhere, or of all messages at an endpoint. */
  | { readonly do: 'retry'; readonly message: number }
  | { readonly do: 'retry-all'; readonly endpoint: number }
  /** What holds the ordered endpoint is given up. */
  | { readonly do: 'skip' }
  | { readonly do: 'stop'; readonly awayMs: number }
  | {
      readonly do: 'crash';
      readonly state: 'deaf' | 'cut';
      readonly unheardMs: number;
      readonly awayMs: number;
    }
  | { readonly do: 'set-clock'; readonly byMs: number }
  | { readonly do: 'stall'; readonly ms: number }
  | { readonly do: 'full-disk'; readonly ms: number }
);

/** An event without its messages and delays. */
type What = Happening extends infer Happened
  ? Happened extends Happening
    ? Omit<Happened, 'count' | 'leadMs' | 'waitMs'>
    : never
  : never;

/** An event; one in a rush does not wait until the previous one is on disk. */
export type Command = Happening & { readonly rush: boolean };

const index = fc.nat({ max: 11 });
const limit = fc.constantFrom(null, 1, 2, 3, 5, 10, 20);
const held = fc.boolean();
const unheardMs = fc.constantFrom(0, 5, 60, 300);
const awayMs = fc.constantFrom(1, 40, 400, 2500);

const just = <const T extends string>(what: T) => fc.constant(what);
const weighed: readonly (readonly [number, fc.Arbitrary<What>])[] = [
  [6, fc.record({ do: just('nothing'), app: index })],
  [9, fc.record({ do: just('mood'), endpoint: index, mood: fc.constantFrom(...MOODS) })],
  [5, fc.record({ do: just('limit'), endpoint: index, from: limit, limit })],
  [2, fc.record({ do: just('app-limit'), app: index, limit })],
  [5, fc.record({ do: just('hold'), endpoint: index, by: fc.constantFrom('paused', 'disabled'), held })],
  [1, fc.record({ do: fc.constantFrom('move', 'delete'), endpoint: index })],
  [1, fc.record({ do: just('add'), app: index, limit })],
  [1, fc.record({ do: just('delete-app') })],
  [2, fc.record({ do: just('resend'), message: fc.nat({ max: 60 }), endpoint: index })],
  [2, fc.record({ do: just('retry'), message: fc.nat({ max: 60 }) })],
  [3, fc.record({ do: just('retry-all'), endpoint: index })],
  [2, fc.record({ do: just('skip') })],
  [2, fc.record({ do: just('stop'), awayMs })],
  [3, fc.record({ do: just('crash'), state: fc.constantFrom('deaf', 'cut'), unheardMs, awayMs })],
  [1, fc.record({ do: just('set-clock'), byMs: fc.integer({ min: -60_000, max: 60_000 }) })],
  [1, fc.record({ do: just('stall'), ms: fc.integer({ min: 20, max: 4000 }) })],
  [1, fc.record({ do: just('full-disk'), ms: fc.integer({ min: 1, max: 3000 }) })],
];
const happening: fc.Arbitrary<Happening> = fc
  .tuple(
    fc.oneof(...weighed.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 })),
    fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 700 })),
    fc.oneof(
      { weight: 1, arbitrary: fc.constant(0) },
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 2000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 2000, max: 20_000 }) },
    ),
  )
  .map(([what, count, leadMs, waitMs]) => ({ ...what, count, leadMs, waitMs }));

/** Up to `most` commands, in sequence. */
export function commandLists(most: number): fc.Arbitrary<Command[]> {
  const command = fc.tuple(happening, fc.boolean()).map(([what, rush]): Command => ({ ...what, rush }));
  return fc.array(command, { minLength: 12, maxLength: most, size: 'max' });
}
