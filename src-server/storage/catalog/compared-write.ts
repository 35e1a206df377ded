import type { EventTypeDiff } from '../../json-schema/event-type-changes';
import type { Transaction } from '../transaction';
import { contentOfText, differenceOf, type EventTypeText } from './event-type-text';
import { type ChangeAuthor, holdEventTypes, newestVersions, UNCOMPARED } from './event-type-version-store';

/** An event type before and after a change. */
export interface EventTypePair {
  readonly before: EventTypeText;
  readonly after: EventTypeText;
}

/** Compares event types for their history, without holding anything up meanwhile. */
export type CompareEventTypes = (
  pairs: readonly EventTypePair[],
  author: ChangeAuthor | null,
) => Promise<readonly EventTypeDiff[]>;

/** Compares in this thread: for tests, and for code without workers. */
export const compareHere: CompareEventTypes = async (pairs) =>
  pairs.map(({ before, after }) => differenceOf(contentOfText(before), contentOfText(after)));

/** What a write is planned from. */
type Reader = Pick<Transaction, 'all' | 'dialect' | 'get'>;

/** What a write will do, as planned from the catalog at that time. */
export interface PlannedChange {
  /** The pairs to compare; null for none, so that the differences keep the same order. */
  readonly pairs: readonly (EventTypePair | null)[];
}

interface ComparedWrite<P extends PlannedChange, T> {
  /** Names of all event types that the plan depends on. */
  readonly names: readonly string[];
  readonly author: ChangeAuthor | null;
  /** Works out what to do; may be called again. */
  readonly plan: (from: Reader) => Promise<P>;
  /** Writes it. `differences` belongs to the pairs of the plan. */
  readonly write: (tx: Transaction, plan: P, differences: readonly (EventTypeDiff | null)[]) => Promise<T>;
  /** Opens the write. */
  readonly inWrite: (work: (tx: Transaction) => Promise<T>) => Promise<T>;
}

/** How often a plan overtaken by other writes is made again. */
const MAX_ATTEMPTS = 5;

class Overtaken extends Error {}

/**
 * Plans a change of event types, compares them outside the write, because that may take long, and writes if no other
 * write came in between. A plan overtaken again and again is written without a comparison.
 */
export async function writeCompared<P extends PlannedChange, T>(
  from: Reader,
  compare: CompareEventTypes,
  { names, author, plan, write, inWrite }: ComparedWrite<P, T>,
): Promise<T> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    // Before the plan: a write between the two is then detected.
    const newest = await newestVersions(from, names);
    const planned = await plan(from);
    const pairs = planned.pairs.filter((pair) => pair !== null);
    const differences = pairs.length === 0 ? [] : await compare(pairs, author);
    const byPair = new Map(pairs.map((pair, index) => [pair, differences[index] ?? UNCOMPARED]));
    const inOrder = planned.pairs.map((pair) => (pair && byPair.get(pair)) ?? null);
    try {
      return await inWrite(async (tx) => {
        await holdEventTypes(tx, names);
        if (!isSame(newest, await newestVersions(tx, names))) throw new Overtaken();
        return write(tx, planned, inOrder);
      });
    } catch (cause) {
      if (!(cause instanceof Overtaken)) throw cause;
    }
  }
  return inWrite(async (tx) => {
    await holdEventTypes(tx, names);
    const planned = await plan(tx);
    return write(
      tx,
      planned,
      planned.pairs.map((pair) => pair && UNCOMPARED),
    );
  });
}

function isSame(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([name, version]) => b.get(name) === version);
}
