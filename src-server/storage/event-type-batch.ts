import type { EventTypeDiff } from '../json-schema/event-type-changes';
import type { EventTypeText } from './event-type-text';
import { type ChangeAuthor, newestVersions, newVersionRows } from './event-type-version-store';
import type { SqlValue, Transaction } from './transaction';

/** One of many event types that are written together. */
export interface EventTypeTextChange {
  /** Null: there is none. */
  readonly before: EventTypeText | null;
  readonly after: EventTypeText;
  /** For the history. Null: it is new, or nobody compared the two. */
  readonly difference: EventTypeDiff | null;
}

/** Rows of one statement; thousands of statements would each wait for their turn. */
const ROWS_AT_ONCE = 500;
/** Characters of one statement; putting it together holds the event loop. */
const TEXT_AT_ONCE = 1_000_000;

const UPSERT = `
  INSERT INTO event_type (name, description, archived, deprecated, group_name, feature_flags, schemas, created_at, updated_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, ?2, ?2
  FROM json_each(?1)
  WHERE true
  ON CONFLICT (name) DO UPDATE SET
    description = excluded.description, archived = excluded.archived, deprecated = excluded.deprecated,
    group_name = excluded.group_name, feature_flags = excluded.feature_flags, schemas = excluded.schemas,
    updated_at = excluded.updated_at`;
const SELECT_NAMED = `
  SELECT name, description, archived, deprecated, group_name AS groupName, feature_flags AS featureFlags, schemas
  FROM event_type WHERE name IN (SELECT value FROM json_each(?)) ORDER BY name`;

/** Those of `names` that are there. */
export async function readEventTypeTexts(
  tx: Pick<Transaction, 'all'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, EventTypeText>> {
  const rows = await tx.all<EventTypeText>(SELECT_NAMED, [JSON.stringify(names)]);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Inserts or replaces many as a part of another write, and notes each in its history. Each name once. */
export async function putEventTypeTexts(
  tx: Transaction,
  changes: readonly EventTypeTextChange[],
  now: number,
  author: ChangeAuthor | null,
): Promise<void> {
  await runInPieces(
    tx,
    UPSERT,
    changes.map(({ after }) => Object.values(after)),
    now,
  );
  const newest = await newestVersions(
    tx,
    changes.map(({ after }) => after.name),
  );
  const { insert, rows } = await newVersionRows(tx, changes, newest, author);
  await runInPieces(tx, insert, rows, now);
}

/** Runs a statement that takes rows as JSON and the time, as often as the bounds ask for. */
export async function runInPieces(
  tx: Transaction,
  sql: string,
  rows: readonly (readonly SqlValue[])[],
  now: number | null,
): Promise<void> {
  let piece: string[] = [];
  let length = 0;
  const flush = async () => {
    if (piece.length > 0) await tx.run(sql, [`[${piece.join(',')}]`, ...(now === null ? [] : [now])]);
    piece = [];
    length = 0;
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (piece.length >= ROWS_AT_ONCE || length + text.length > TEXT_AT_ONCE) await flush();
    piece.push(text);
    length += text.length;
  }
  await flush();
}
