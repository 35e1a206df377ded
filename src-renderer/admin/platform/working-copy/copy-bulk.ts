import type { EventTypeBulkResult } from '../../../../src-server/contract/event-type-bulk';
import { rawItems, rawMember } from '../../../../src-server/json-schema/raw-json-text';
import { patchedContent } from './copy-content';

/** Maximum number of contents kept: more than a catalog has. */
const KEPT_MAX = 50_000;

/** The outcome of one entry of a bulk change. */
interface Decided {
  readonly name: string;
  readonly outcome: EventTypeBulkResult['outcome'];
  readonly before: string | null;
  readonly after: string | null;
}

/** The fields of an entry that do not belong to the patch. */
interface EntryControl {
  readonly name: string;
  readonly remove?: boolean;
  readonly restore?: number;
  readonly ifVersion?: number;
}

/**
 * Version numbers for bulk changes of a working copy, which has no versions of its own: each number stands for a content
 * that was seen here. They allow a bulk change to be undone while the page is open.
 */
export class SeenContents {
  readonly #contents = new Map<number, string | null>();
  #last = 0;

  /** Assigns a version number to a content. Null: the event type does not exist. */
  note(content: string | null): number {
    this.#last += 1;
    this.#contents.set(this.#last, content);
    if (this.#contents.size > KEPT_MAX) this.#contents.delete(this.#last - KEPT_MAX);
    return this.#last;
  }

  /** The content of a version; undefined: unknown version. */
  get(version: number): string | null | undefined {
    return this.#contents.get(version);
  }
}

/** Computes what a bulk change does to a working copy. @param body of the API operation, as JSON text */
export function decideBulk(
  body: string,
  mine: ReadonlyMap<string, string>,
  seen: SeenContents,
): readonly Decided[] {
  return rawItems(rawMember(body, 'eventTypes') ?? '[]').map((entry) => {
    const control = JSON.parse(entry) as EntryControl & { readonly description?: string };
    const before = mine.get(control.name) ?? null;
    const stays = (outcome: Decided['outcome']): Decided => ({
      name: control.name,
      outcome,
      before,
      after: before,
    });
    if (control.ifVersion !== undefined && seen.get(control.ifVersion) !== before) return stays('conflict');
    const isNew = before === null && control.restore === undefined;
    if (isNew && (control.remove || control.description === undefined)) return stays('missing');
    const after = nextContent(entry, control, before, seen);
    if (after === undefined) return stays('missing');
    if (after === before) return stays('unchanged');
    const outcome = after === null ? 'removed' : before === null ? 'created' : 'changed';
    return { name: control.name, outcome, before, after };
  });
}

function nextContent(
  entry: string,
  { remove, restore }: EntryControl,
  before: string | null,
  seen: SeenContents,
): string | null | undefined {
  if (remove) return null;
  if (restore !== undefined) return seen.get(restore);
  const { name, remove: _remove, restore: _restore, ifVersion: _version, ...fields } = JSON.parse(entry);
  const kept = new Set(['name', ...Object.keys(fields)]);
  return patchedContent(before, membersText(entry, kept));
}

function membersText(json: string, names: ReadonlySet<string>): string {
  const members = [...names].map((name) => `${JSON.stringify(name)}:${rawMember(json, name)}`);
  return `{${members.join(',')}}`;
}

/** The entries that change something, as the JSON text of a change set. */
export function changeSetText(decided: readonly Decided[]): string {
  const changes = decided
    .filter(({ before, after }) => before !== after)
    .map(({ name, before, after }) => changeText(name, before, after));
  return `{"changes":[${changes.join(',')}]}`;
}

/** One entry of a change set. The contents are JSON texts; null: the event type does not exist. */
export function changeText(name: string, base: string | null, mine: string | null): string {
  return `{"name":${JSON.stringify(name)},"base":${base},"mine":${mine}}`;
}
