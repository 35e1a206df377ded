import { setImmediate as nextTurn } from 'node:timers/promises';
import { WORKER_ALLOWANCES } from '../contract/limits';
import type { EventTypeDiff } from '../json-schema/event-type-changes';
import { type CompareEventTypes, compareHere, type EventTypePair } from '../storage/catalog/compared-write';
import { UNCOMPARED } from '../storage/catalog/event-type-version-store';
import type { WorkerPool } from './workers/worker-pool';
import type { TaskOptions } from './workers/worker-queue';
import { WorkerStopped } from './workers/worker-stopped';

/** Characters of schemas compared in one task. */
const TEXT_AT_ONCE = 1_000_000;
/** Pairs with equal schemas after which other work gets its turn. */
const PAIRS_PER_TURN = 100;

const TOO_LARGE: EventTypeDiff = {
  ...UNCOMPARED,
  changes: [{ effect: null, where: 'schema', text: 'is too large to be compared' }],
};

/** Compares in workers. If the schemas are the same text, there is little to compare, and no thread is started. */
export function createComparison(workers: Pick<WorkerPool, 'run'>): CompareEventTypes {
  /** Pairs that take too long together may not do so one by one. */
  async function compare(
    pairs: readonly EventTypePair[],
    options: TaskOptions,
  ): Promise<readonly EventTypeDiff[]> {
    try {
      return await workers.run('compareEventTypes', pairs, options);
    } catch (cause) {
      if (!(cause instanceof WorkerStopped)) throw cause;
      if (pairs.length === 1) return [TOO_LARGE];
      const half = Math.ceil(pairs.length / 2);
      return [
        ...(await compare(pairs.slice(0, half), options)),
        ...(await compare(pairs.slice(half), options)),
      ];
    }
  }

  return async (pairs, author) => {
    // Only admins change event types: the same place in the queue as their requests.
    const caller = { key: `token ${author?.tokenId ?? null}`, allowance: WORKER_ALLOWANCES.admin };
    const found = new Map<EventTypePair, EventTypeDiff>();
    const keep = (some: readonly EventTypePair[], differences: readonly EventTypeDiff[]) => {
      for (const [index, pair] of some.entries()) found.set(pair, differences[index] ?? UNCOMPARED);
    };
    for (const [index, pair] of pairs.entries()) {
      if (index % PAIRS_PER_TURN === PAIRS_PER_TURN - 1) await nextTurn();
      if (pair.before.schemas !== pair.after.schemas) continue;
      keep([pair], await compareHere([pair], author));
    }
    for (const piece of piecesOf(pairs.filter((pair) => !found.has(pair)))) {
      keep(piece, await compare(piece, { caller }));
    }
    return pairs.map((pair) => found.get(pair) ?? UNCOMPARED);
  };
}

function piecesOf(pairs: readonly EventTypePair[]): readonly (readonly EventTypePair[])[] {
  const pieces: EventTypePair[][] = [];
  let length = TEXT_AT_ONCE;
  for (const pair of pairs) {
    const size = (pair.before.schemas?.length ?? 0) + (pair.after.schemas?.length ?? 0);
    if (length + size > TEXT_AT_ONCE) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(pair);
    length += size;
  }
  return pieces;
}
