import type { Timer } from '../../base/clock';
import type { NewId } from '../../base/id';
import type { SureTime } from '../../base/time-watch';
import type { EventTypeStore } from '../../storage/catalog/event-type-store';
import type { WorkingCopyStore } from '../../storage/catalog/working-copy-store';
import { copySource, storedSource } from './catalog-source';
import { type DatedSourceParts, datedSource } from './dated-source';
import { DraftCatalog, type DraftChange } from './draft-catalog';

/** A draft is removed this long after its last use: twice as long as the token of a frame is valid. */
const IDLE_MS = 2 * 3_600_000;
/** More drafts, or more bytes in all of them together, than these remove those that were used least recently. */
const DRAFTS_MAX = 50;
const BYTES_MAX = 64 * 1024 * 1024;

/** What somebody tries out. */
export interface DraftInput {
  readonly changes: ReadonlyMap<string, DraftChange>;
  /** How much memory it takes, roughly. */
  readonly bytes: number;
}

/** A draft of the portal preview. */
export interface PreviewDraft {
  readonly id: string;
  /** The connection whose working copy is below the changes. Null: the stored catalog is. */
  readonly connectionId: string | null;
  /** The time at which the stored catalog is shown, in milliseconds since 1970. Null: as it is. */
  readonly at: number | null;
  /** How many event types it changes. */
  readonly eventTypes: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What the changes of a draft lie over, as `PreviewDraft` says it. */
type DraftGround = Pick<PreviewDraft, 'connectionId' | 'at'>;

interface KeptDraft extends DraftInput, DraftGround {
  readonly names: readonly string[];
  readonly changedAt: number;
  readonly revision: number;
  readonly usedAt: number;
}

export interface PreviewDraftParts extends DatedSourceParts {
  readonly time: SureTime;
  readonly newId: NewId;
  readonly eventTypes: Pick<EventTypeStore, 'list' | 'get' | 'findUnusable'>;
  readonly workingCopyStore: WorkingCopyStore;
}

/**
 * Drafts of the portal preview: catalogs that only the tokens made for them see. In memory alone, because they mean
 * nothing without the page that shows them; a restart ends them, and their tokens with them.
 */
export class PreviewDrafts {
  readonly #parts: PreviewDraftParts;
  /** By id, least recently used first. */
  readonly #drafts = new Map<string, KeptDraft>();
  #revisions = 0;
  #sweep: Timer | null = null;

  constructor(parts: PreviewDraftParts) {
    this.#parts = parts;
  }

  create(ground: DraftGround, input: DraftInput): PreviewDraft {
    return this.#keep(this.#parts.newId('draft_'), ground, input);
  }

  /** Undefined: there is no such draft. */
  replace(id: string, input: DraftInput): PreviewDraft | undefined {
    const draft = this.#find(id);
    return draft && this.#keep(id, draft, input);
  }

  /** False: there was none. */
  delete(id: string): boolean {
    return this.#find(id) !== undefined && this.#drafts.delete(id);
  }

  /** Notes a use of the draft; false: there is none. */
  touch(id: string): boolean {
    const draft = this.#find(id);
    if (!draft) return false;
    this.#drafts.delete(id);
    this.#drafts.set(id, { ...draft, usedAt: this.#parts.time.latest() });
    return true;
  }

  /** Where the event types of a draft come from; undefined: there is no such draft. */
  sourceOf(id: string): 'draft' | 'working-copy' | undefined {
    const draft = this.#find(id);
    return draft && (draft.connectionId !== null && draft.changes.size === 0 ? 'working-copy' : 'draft');
  }

  /** The event types that it shows; undefined: there is no such draft. */
  catalogOf(id: string): DraftCatalog | undefined {
    const draft = this.#find(id);
    if (!draft) return undefined;
    const { eventTypes, workingCopyStore } = this.#parts;
    const { connectionId, at } = draft;
    const own = () => (at === null ? storedSource(eventTypes) : datedSource(this.#parts, at));
    return new DraftCatalog({
      stored: eventTypes,
      source: connectionId === null ? own() : copySource(workingCopyStore, connectionId),
      content: { ...draft, isAllDraft: connectionId !== null || at !== null },
    });
  }

  #keep(id: string, { connectionId, at }: DraftGround, { changes, bytes }: DraftInput): PreviewDraft {
    const now = this.#parts.clock.now();
    this.#revisions += 1;
    this.#drafts.delete(id);
    this.#drafts.set(id, {
      connectionId,
      at,
      changes,
      bytes,
      names: [...changes.keys()].sort(),
      changedAt: now,
      revision: this.#revisions,
      usedAt: this.#parts.time.latest(),
    });
    this.#makeRoom();
    this.#sweep ??= this.#parts.clock.setTimer(IDLE_MS, () => this.#removeExpired());
    return { id, connectionId, at, eventTypes: changes.size, expiresAt: now + IDLE_MS };
  }

  #find(id: string): KeptDraft | undefined {
    const draft = this.#drafts.get(id);
    return draft && this.#isExpired(draft) ? undefined : draft;
  }

  #isExpired({ usedAt }: KeptDraft): boolean {
    return this.#parts.time.now() >= usedAt + IDLE_MS;
  }

  #makeRoom(): void {
    let bytes = [...this.#drafts.values()].reduce((sum, draft) => sum + draft.bytes, 0);
    for (const [id, draft] of this.#drafts) {
      if (this.#drafts.size <= DRAFTS_MAX && bytes <= BYTES_MAX) return;
      this.#drafts.delete(id);
      bytes -= draft.bytes;
    }
  }

  #removeExpired(): void {
    for (const [id, draft] of this.#drafts) if (this.#isExpired(draft)) this.#drafts.delete(id);
    this.#sweep =
      this.#drafts.size === 0 ? null : this.#parts.clock.setTimer(IDLE_MS, () => this.#removeExpired());
  }
}
