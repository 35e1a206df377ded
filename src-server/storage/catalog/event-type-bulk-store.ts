import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventTypeBulkResult } from '../../contract/event-type-bulk';
import { noteChange } from '../audit-scope';
import type { Database } from '../database';
import type { Transaction } from '../transaction';
import { type CompareEventTypes, compareHere, writeCompared } from './compared-write';
import { putEventTypeTexts, readEventTypeTexts, removeEventTypes } from './event-type-batch';
import { contentOfText, type EventTypeContent, type EventTypeText, textOfEventType } from './event-type-text';
import { type ChangeAuthor, newestVersions, readVersionContent } from './event-type-version-store';

/** After this many, other work gets its turn. */
const WISHES_PER_TURN = 50;
const NAMES_NOTED = 20;

/** What is asked of one event type; `change` decides what that means. */
export interface BulkWish {
  readonly name: string;
  /** The version to restore. Null: none. */
  readonly restore: number | null;
  /** Unchanged if its newest version is a different one. Null: any version is fine. */
  readonly ifVersion: number | null;
  /**
   * What it becomes. If this throws, everything stops.
   * @param current null: there is none
   * @param restored its content in the version `restore`; null: no such version, or not asked for
   * @returns null: there is nothing to change; `remove`: remove it; `same`: it is already so
   */
  readonly change: (
    current: EventTypeContent | null,
    restored: EventTypeContent | null,
  ) => EventTypeContent | 'remove' | 'same' | null;
}

export interface EventTypeBulkStore {
  /** Applies everything in one write, each change with its history; returns the outcomes, in order. */
  apply(wishes: readonly BulkWish[], now: number, author: ChangeAuthor): Promise<EventTypeBulkResult[]>;
}

export function createEventTypeBulkStore(
  db: Database,
  compare: CompareEventTypes = compareHere,
): EventTypeBulkStore {
  return {
    apply: (wishes, now, author) =>
      writeCompared(db, compare, {
        names: wishes.map(({ name }) => name),
        author,
        async plan(from) {
          const decided = await decide(from, wishes);
          return { decided, pairs: decided.map(({ before, after }) => before && after && { before, after }) };
        },
        async write(tx, { decided }, differences) {
          const put = decided.flatMap(({ before, after, restore }, index) =>
            after ? [{ before, after, restore, difference: differences[index] ?? null }] : [],
          );
          // A restore says so in the history, with its version.
          for (const version of new Set(put.map(({ restore }) => restore))) {
            const as: ChangeAuthor =
              version === null ? author : { ...author, act: 'restore', source: String(version) };
            const some = put.filter(({ restore }) => restore === version);
            await putEventTypeTexts(tx, some, now, as);
          }
          const results = decided.map(({ result }) => result);
          const removed = results.filter(({ outcome }) => outcome === 'removed');
          await removeEventTypes(
            tx,
            removed.map(({ name }) => name),
            now,
            author,
          );
          noteNames(tx, [...put.map(({ after }) => after.name), ...removed.map(({ name }) => name)]);
          return results;
        },
        inWrite: (work) => db.write(work),
      }),
  };
}

/** As many names as a line of the audit has room for; the history of the event types has the rest. */
function noteNames(tx: Transaction, names: readonly string[]): void {
  const after = { names: names.slice(0, NAMES_NOTED), count: names.length };
  if (names.length > 0) noteChange(tx, { target: 'event types', before: {}, after });
}

/** What is done for one wish. */
interface Decided {
  readonly before: EventTypeText | null;
  /** Null: nothing is written, or it is removed. */
  readonly after: EventTypeText | null;
  /** The version it is restored to. Null: none. */
  readonly restore: number | null;
  readonly result: EventTypeBulkResult;
}

async function decide(
  from: Pick<Transaction, 'all' | 'dialect' | 'get'>,
  wishes: readonly BulkWish[],
): Promise<readonly Decided[]> {
  const names = wishes.map(({ name }) => name);
  const current = await readEventTypeTexts(from, names);
  const newest = await newestVersions(from, names);
  const decided: Decided[] = [];
  for (const [index, wish] of wishes.entries()) {
    if (index % WISHES_PER_TURN === WISHES_PER_TURN - 1) await nextTurn();
    const { name, restore } = wish;
    const restored = restore === null ? null : ((await readVersionContent(from, name, restore)) ?? null);
    decided.push(decideOne(wish, current.get(name) ?? null, newest.get(name) ?? null, restored));
  }
  return decided;
}

function decideOne(
  { name, restore, ifVersion, change }: BulkWish,
  before: EventTypeText | null,
  version: number | null,
  restored: EventTypeContent | null,
): Decided {
  const left = (outcome: EventTypeBulkResult['outcome']): Decided => ({
    ...{ before, after: null, restore: null },
    result: { name, outcome, before: before && version, version },
  });
  if (ifVersion !== null && ifVersion !== (version ?? 0)) return left('conflict');
  const next = change(before && contentOfText(before), restored);
  if (next === null) return left('missing');
  if (next === 'same') return left('unchanged');
  const isRemoved = next === 'remove';
  const outcome = isRemoved ? 'removed' : before ? 'changed' : 'created';
  return {
    ...{ before, after: isRemoved ? null : textOfEventType(next), restore: restored && restore },
    result: { name, outcome, before: before && version, version: (version ?? 0) + 1 },
  };
}
