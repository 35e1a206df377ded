import type { EventTypeBulkResult } from '../contract/event-type-bulk';
import type { Database } from './database';
import { type EventTypeContent, putEventType, readEventTypes, removeEventType } from './event-type-store';
import { type ChangeAuthor, newestVersions, readVersionContent } from './event-type-version-store';
import type { Transaction } from './transaction';

/** What is asked of one event type; `change` decides what it means. */
export interface BulkWish {
  readonly name: string;
  /** A version to go back to. Null: none. */
  readonly restore: number | null;
  /** Left alone where its newest version is another. Null: whatever it is. */
  readonly ifVersion: number | null;
  /**
   * What it becomes. What it throws stops everything.
   * @param current null: there is none
   * @param restored what it was in the version `restore`; null: no such version, or not asked for
   * @returns null: there is nothing to do this to; `remove`: it goes; `same`: it is so already
   */
  readonly change: (
    current: EventTypeContent | null,
    restored: EventTypeContent | null,
  ) => EventTypeContent | 'remove' | 'same' | null;
}

export interface EventTypeBulkStore {
  /** Does all that is asked in one write, each change with its history; gives what became of each, in order. */
  apply(wishes: readonly BulkWish[], now: number, author: ChangeAuthor): Promise<EventTypeBulkResult[]>;
}

export function createEventTypeBulkStore(db: Database): EventTypeBulkStore {
  return {
    apply: (wishes, now, author) =>
      db.write(async (tx) => {
        const names = wishes.map(({ name }) => name);
        const current = await readEventTypes(tx, names);
        const newest = await newestVersions(tx, names);
        const results: EventTypeBulkResult[] = [];
        for (const wish of wishes) {
          const there = current.get(wish.name) ?? null;
          const version = newest.get(wish.name) ?? null;
          const outcome =
            wish.ifVersion !== null && wish.ifVersion !== (version ?? 0)
              ? 'conflict'
              : await applyOne(tx, wish, there, now, author);
          const isWritten = outcome === 'created' || outcome === 'changed' || outcome === 'removed';
          results.push({
            name: wish.name,
            outcome,
            before: there && version,
            version: isWritten ? (version ?? 0) + 1 : version,
          });
        }
        return results;
      }),
  };
}

async function applyOne(
  tx: Transaction,
  { name, restore, change }: BulkWish,
  current: EventTypeContent | null,
  now: number,
  author: ChangeAuthor,
): Promise<EventTypeBulkResult['outcome']> {
  const restored = restore === null ? null : ((await readVersionContent(tx, name, restore)) ?? null);
  const next = change(current, restored);
  if (next === null) return 'missing';
  if (next === 'same') return 'unchanged';
  if (next === 'remove') {
    await removeEventType(tx, name, now, author);
    return 'removed';
  }
  const as: ChangeAuthor = restored ? { ...author, act: 'restore', source: String(restore) } : author;
  await putEventType(tx, next, now, as);
  return current ? 'changed' : 'created';
}
