import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventTypeBulkResult } from '../contract/event-type-bulk';
import type { BulkWish } from '../storage/catalog/event-type-bulk-store';
import type { CopyRow } from '../storage/catalog/working-copy-store';
import { contentOfText, contentText } from '../working-copy/content-text';
import type { EditAuthor } from '../working-copy/edit-author';
import { type CopyEditorParts, editOf, planEdit } from './copy-editor';
import { copyVersion } from './copy-version';

/** After this many characters of contents, other work gets its turn. */
const CHARACTERS_PER_TURN = 256 * 1024;

/** What is done for one wish. */
interface Decided {
  readonly result: EventTypeBulkResult;
  /** JSON text of the new mine; null: it is removed, or was never there. */
  readonly after: string | null;
}

/**
 * Changes many event types of mine in one step of the journal. A working copy numbers no versions: the number of a
 * content follows from its text, 0 is none, and one is restored from the journal.
 */
export async function bulkEditCopy(
  { writer, journal }: Pick<CopyEditorParts, 'writer' | 'journal'>,
  connectionId: string,
  { wishes, author }: { readonly wishes: readonly BulkWish[]; readonly author: EditAuthor },
): Promise<readonly EventTypeBulkResult[]> {
  const restored = wishes.flatMap(({ name, restore }) => (restore === null ? [] : [name]));
  const known = new Map<string, string>();
  for (const { name, before } of await journal.listBefore(connectionId, restored))
    known.set(versionKey(name, copyVersion(before)), before);
  let decided: readonly Decided[] = [];
  const names = wishes.map(({ name }) => name);
  await writer.update(connectionId, names, async (rows) => {
    decided = await decide(wishes, rows, known);
    const edits = decided.map(({ result: { name }, after }) => editOf(rows.get(name), name, after));
    return planEdit({ act: 'edit', author }, edits, rows);
  });
  return decided.map(({ result }) => result);
}

async function decide(
  wishes: readonly BulkWish[],
  rows: ReadonlyMap<string, CopyRow>,
  known: ReadonlyMap<string, string>,
): Promise<readonly Decided[]> {
  const decided: Decided[] = [];
  let characters = 0;
  for (const wish of wishes) {
    const { name, restore } = wish;
    const before = rows.get(name)?.mine ?? null;
    const restored = restore === null ? null : (known.get(versionKey(name, restore)) ?? null);
    decided.push(decideOne(wish, before, restored));
    characters += (before?.length ?? 0) + (restored?.length ?? 0);
    if (characters < CHARACTERS_PER_TURN) continue;
    characters = 0;
    await nextTurn();
  }
  return decided;
}

function decideOne(
  { name, ifVersion, change }: BulkWish,
  before: string | null,
  restored: string | null,
): Decided {
  const version = before === null ? 0 : copyVersion(before);
  const ended = (outcome: EventTypeBulkResult['outcome'], after: string | null): Decided => ({
    after,
    result: {
      name,
      outcome,
      before: before === null ? null : version,
      version: after === null ? 0 : copyVersion(after),
    },
  });
  if (ifVersion !== null && ifVersion !== version) return ended('conflict', before);
  const contentOf = (text: string | null) => (text === null ? null : contentOfText(text));
  const next = change(contentOf(before), contentOf(restored));
  if (next === null) return ended('missing', before);
  if (next === 'same') return ended('unchanged', before);
  if (next === 'remove') return ended('removed', null);
  return ended(before === null ? 'created' : 'changed', contentText(next));
}

function versionKey(name: string, version: number): string {
  return `${name} ${version}`;
}
