import { LIST_BYTES_MAX, LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, type ListResponse } from '../../contract/list';
import { isVisible } from '../../contract/visibility';
import {
  deprecatedSince,
  type EventTypeListRequest,
  type EventTypeRecord,
  type EventTypeStore,
} from '../../storage/catalog/event-type-store';
import type { EventTypeContent } from '../../storage/catalog/event-type-text';
import { PAGES_BY_NAME } from '../../storage/catalog/pages-by-name';
import { parseIterator, toPage } from '../../storage/page';
import type { CatalogSource, ShownEventType, SourceRequest } from './catalog-source';

/** What a draft makes of an event type. Null: there is none. */
export type DraftChange = (current: EventTypeContent | null) => EventTypeContent | null;

/** The changes of a draft, and where they came from. */
export interface DraftContent {
  readonly changes: ReadonlyMap<string, DraftChange>;
  /** The names of `changes`, ascending. */
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Never the same for two states of any draft. */
  readonly revision: number;
  /** True: everything is a draft, since the catalog below is a working copy. */
  readonly isAllDraft: boolean;
}

export interface DraftCatalogParts {
  readonly source: CatalogSource;
  /** What messages are accepted for. */
  readonly stored: Pick<EventTypeStore, 'findUnusable'>;
  readonly content: DraftContent;
}

/** Most names that a refusal needs; `findUnsaved` looks for no more. */
const UNSAVED_MAX = 21;

/** The event types of a draft: the changes over a catalog, read as the stored catalog is read. */
export class DraftCatalog {
  readonly #source: CatalogSource;
  readonly #stored: DraftCatalogParts['stored'];
  readonly #content: DraftContent;

  constructor({ source, stored, content }: DraftCatalogParts) {
    this.#source = source;
    this.#stored = stored;
    this.#content = content;
  }

  /** One page, by the same rules as that of the stored catalog. */
  async list(request: EventTypeListRequest): Promise<ListResponse<EventTypeRecord>> {
    const { limit = LIST_LIMIT_DEFAULT, withSchemas } = request;
    const { key, backwards } = parseIterator(request.iterator, PAGES_BY_NAME.keyPattern);
    const upwards = (request.order !== 'descending') !== backwards;
    const rows: EventTypeRecord[] = [];
    let characters = 0;
    const page = (done: boolean) => toPage(rows, { keyOf: PAGES_BY_NAME.keyOf, backwards, done });
    for await (const batch of this.#batches({ after: key, upwards, limit: LIST_LIMIT_MAX, withSchemas })) {
      for (const row of batch) {
        if (!isListed(row, request)) continue;
        characters += row.description.length + (row.schemas?.length ?? 0);
        if (rows.length === limit || (rows.length > 0 && characters > LIST_BYTES_MAX)) return page(false);
        rows.push(await this.#withReplacement(row, request.visibleFlags));
      }
    }
    return page(true);
  }

  /** One event type that a caller with these flags sees (null: any flags). */
  async getVisible(
    name: string,
    visibleFlags: readonly string[] | null,
  ): Promise<ShownEventType | undefined> {
    const current = await this.#source.get(name);
    const change = this.#content.changes.get(name);
    const shown = change ? this.#changed(current ?? null, change) : current;
    if (!shown || !isVisible(shown.featureFlags, visibleFlags)) return undefined;
    const version = change ? `${current?.version ?? 0}-${this.#content.revision}` : (current?.version ?? 0);
    return { ...(await this.#withReplacement(shown, visibleFlags)), version };
  }

  /** Without a replacement that this caller does not see. */
  async #withReplacement(
    row: EventTypeRecord,
    visibleFlags: readonly string[] | null,
  ): Promise<EventTypeRecord> {
    if (row.replacedBy === null || visibleFlags === null) return row;
    const next = await this.#shown(row.replacedBy);
    return next && isVisible(next.featureFlags, visibleFlags) ? row : { ...row, replacedBy: null };
  }

  async #shown(name: string): Promise<EventTypeRecord | null> {
    const current = (await this.#source.get(name)) ?? null;
    const change = this.#content.changes.get(name);
    return change ? this.#changed(current, change) : current;
  }

  /** True if what it shows of this name may differ from what is stored. */
  isDraft(name: string): boolean {
    return this.#content.isAllDraft || this.#content.changes.has(name);
  }

  /** Some of `names` that this caller sees here, but that the stored catalog does not have or has archived. */
  async findUnsaved(names: readonly string[], visibleFlags: readonly string[] | null): Promise<string[]> {
    const unsaved: string[] = [];
    for (const name of await this.#stored.findUnusable(names, null)) {
      if (!this.isDraft(name)) continue;
      const shown = await this.getVisible(name, visibleFlags);
      if (shown && !shown.archived && unsaved.push(name) === UNSAVED_MAX) break;
    }
    return unsaved;
  }

  /** Everything from there on in order, a few rows at a time. */
  async *#batches(request: SourceRequest): AsyncGenerator<readonly EventTypeRecord[], void> {
    const { after, upwards, withSchemas } = request;
    const { changes, names } = this.#content;
    const isBeyond = (name: string, key: string) => (upwards ? name > key : name < key);
    const own = upwards ? names : names.toReversed();
    let at = 0;
    while (after !== null && at < own.length && !isBeyond(own[at] ?? '', after)) at += 1;
    for (let end: string | null = after, done = false; !done; ) {
      const read = await this.#source.read({ ...request, after: end });
      ({ done } = read);
      end = done ? null : (read.rows.at(-1)?.name ?? null);
      // A draft may add thousands of names between two rows; they too come a few at a time.
      const last = own[at + request.limit - 1];
      if (last !== undefined && (end === null || isBeyond(end, last))) [end, done] = [last, false];
      const isHere = (name: string) => end === null || !isBeyond(name, end);
      const there = new Map<string, EventTypeRecord | null>(
        read.rows.filter(({ name }) => isHere(name)).map((row) => [row.name, row]),
      );
      for (let name = own[at]; name !== undefined && isHere(name); at += 1, name = own[at]) {
        if (!there.has(name)) there.set(name, null);
      }
      const ordered = [...there].sort(([a], [b]) => (isBeyond(a, b) ? 1 : -1));
      yield ordered.flatMap(([name, row]) => {
        const change = changes.get(name);
        const shown = change ? this.#changed(row, change) : row;
        return shown ? [withSchemas ? shown : { ...shown, schemas: null }] : [];
      });
    }
  }

  #changed(current: EventTypeRecord | null, change: DraftChange): EventTypeRecord | null {
    const next = change(current);
    const { changedAt } = this.#content;
    if (next === null) return null;
    const deprecatedAt = deprecatedSince(current, next, changedAt);
    return { ...next, deprecatedAt, createdAt: current?.createdAt ?? changedAt, updatedAt: changedAt };
  }
}

function isListed(row: EventTypeRecord, { includeArchived, visibleFlags }: EventTypeListRequest): boolean {
  return (includeArchived || !row.archived) && isVisible(row.featureFlags, visibleFlags);
}
