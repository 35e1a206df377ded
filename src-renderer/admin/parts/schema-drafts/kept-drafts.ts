import { keepInBrowser } from '../../../ui/browser-storage';
import { type EditHistory, type EditStep, goToStep } from '../../../ui/drafts/edit-history';
import type { SchemaDraft, UnfinishedText } from './schema-drafts';

/**
 * Unsaved schemas in the browser's storage, so that a reload, a crash or a closed window loses none. Each tab keeps its
 * own: a place is the key of a draft and the tab that it belongs to, as `placeOf` writes them. Bounded: the newest
 * twenty, with as many of their steps as there is room for. What is read back is validated, since it could be anything;
 * an invalid entry is treated as absent.
 */
const PREFIX = 'posthorn.schema-draft.';
const DRAFTS_MAX = 20;
/** In characters. Browsers allow about five million for everything. */
const DRAFT_CHARS_MAX = 2_500_000;
const ALL_CHARS_MAX = 4_000_000;

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface Kept {
  readonly keptAt: number;
  readonly base: string | null;
  /** Absent: the same as `base`, which is large enough not to store twice. */
  readonly served?: string | null;
  readonly focus: string;
  readonly history: EditHistory;
  /** Absent: none. */
  readonly unfinished?: readonly UnfinishedText[];
  /** Absent: the text is a schema, or none before it is known. */
  readonly valid?: string;
}

/** Where a tab keeps the draft of a key. No key contains an at sign. */
export function placeOf(key: string, tab: string): string {
  return `${key}@${tab}`;
}

/** The two parts of a place. Earlier versions wrote no tab. */
export function partsOfPlace(place: string): { readonly key: string; readonly tab: string } {
  const [key = '', tab = ''] = place.split('@');
  return { key, tab };
}

/**
 * Writes a draft, and drops the oldest others if there is no room.
 * @param now milliseconds since 1970
 * @returns false if it is too large even alone; then none of it is kept
 */
export function keepDraft(storage: DraftStorage, place: string, draft: SchemaDraft, now: number): boolean {
  let text = asText(draft, now);
  if (text === null) {
    dropKept(storage, place);
    return false;
  }
  const others = keptBy(storage).filter((kept) => kept.place !== place);
  let sum = text.length + others.reduce((all, { chars }) => all + chars, 0);
  while (others.length >= DRAFTS_MAX || sum > ALL_CHARS_MAX) {
    const oldest = others.shift();
    if (!oldest) break;
    dropKept(storage, oldest.place);
    sum -= oldest.chars;
  }
  for (;;) {
    try {
      storage.setItem(PREFIX + place, text);
      return true;
    } catch {
      // The storage is full, perhaps with other data.
      const oldest = others.shift();
      const bare = asText(withoutSteps(draft), now);
      if (oldest) dropKept(storage, oldest.place);
      else if (bare !== null && bare.length < text.length) text = bare;
      else {
        dropKept(storage, place);
        return false;
      }
    }
  }
}

/** What was kept of a draft; null: nothing, or nothing readable. */
export function readKept(storage: Pick<Storage, 'getItem'>, place: string): SchemaDraft | null {
  const kept = parsedKept(storage.getItem(PREFIX + place));
  if (!kept) return null;
  const { base, served = base, focus, keptAt, unfinished = [], valid = null } = kept;
  return { base, served, focus, keptAt, unfinished, valid, history: soundHistory(kept.history) };
}

/** The places of everything that was kept, oldest first. */
export function keptPlaces(storage: Pick<Storage, 'getItem' | 'key' | 'length'>): string[] {
  return keptBy(storage).map(({ place }) => place);
}

/** True if what the storage has under this name is a draft. */
export function isKeptName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** True if something is kept there, readable or not. */
export function hasKept(storage: Pick<Storage, 'getItem'>, place: string): boolean {
  return storage.getItem(PREFIX + place) !== null;
}

/** Only the tab that it belongs to does this, or whoever takes over from a closed tab. */
export function dropKept(storage: Pick<Storage, 'removeItem'>, place: string): void {
  storage.removeItem(PREFIX + place);
}

/** Moves what a closed tab kept to the tab that goes on with it. */
export function moveKept(storage: DraftStorage, from: string, to: string): void {
  const text = storage.getItem(PREFIX + from);
  if (text === null) return;
  // First removed: there may be no room for both.
  dropKept(storage, from);
  // With room for neither, the tab that goes on with it has it, and stores it with its next edit.
  if (!keepInBrowser(PREFIX + to, text, storage)) keepInBrowser(PREFIX + from, text, storage);
}

function withoutSteps(draft: SchemaDraft): SchemaDraft {
  return { ...draft, valid: null, history: { text: draft.history.text, past: [], future: [] } };
}

/** With fewer steps if all are too many; null: too large even without any. */
function asText(draft: SchemaDraft, keptAt: number): string | null {
  const { history, base, served, focus, unfinished } = draft;
  let { valid } = draft;
  let { past, future } = history;
  for (;;) {
    const kept: Kept = {
      keptAt,
      base,
      ...(served === base ? {} : { served }),
      focus,
      history: { text: history.text, past, future },
      ...(unfinished.length > 0 ? { unfinished } : {}),
      ...(valid === null ? {} : { valid }),
    };
    const text = JSON.stringify(kept);
    if (text.length <= DRAFT_CHARS_MAX) return text;
    if (past.length === 0 && future.length === 0 && valid === null) return null;
    if (past.length === 0) valid = null;
    // Drops the oldest first; the user is most likely to undo the last few.
    past = past.slice(Math.ceil(past.length / 2));
    future = [];
  }
}

/** Oldest first. */
function keptBy(
  storage: Pick<Storage, 'getItem' | 'key' | 'length'>,
): { place: string; chars: number; keptAt: number }[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    .filter(isKeptName)
    .map((name) => {
      const text = storage.getItem(name) ?? '';
      return {
        place: name.slice(PREFIX.length),
        chars: text.length,
        keptAt: Number(/"keptAt":(\d+)/.exec(text.slice(0, 40))?.[1] ?? 0),
      };
    })
    .sort((a, b) => a.keptAt - b.keptAt);
}

function parsedKept(text: string | null): Kept | null {
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  if (!isRecord(value) || !isRecord(value.history)) return false;
  const { text, past, future } = value.history;
  return (
    typeof value.keptAt === 'number' &&
    isTextOrNull(value.base) &&
    (value.served === undefined || isTextOrNull(value.served)) &&
    (value.valid === undefined || typeof value.valid === 'string') &&
    typeof value.focus === 'string' &&
    typeof text === 'string' &&
    (value.unfinished === undefined || isListOf(value.unfinished, isUnfinished)) &&
    [past, future].every((steps) => isListOf(steps, isStep))
  );
}

function isStep(value: unknown): value is EditStep {
  return (
    isRecord(value) &&
    Number.isInteger(value.id) &&
    Number.isInteger(value.at) &&
    [value.label, value.removed, value.added].every((each) => typeof each === 'string') &&
    [value.group, value.focusBefore, value.focusAfter].every(isTextOrNull)
  );
}

function isUnfinished(value: unknown): value is UnfinishedText {
  return (
    isRecord(value) &&
    [value.pointer, value.field, value.label, value.text, value.reason].every(
      (each) => typeof each === 'string',
    )
  );
}

function isListOf<T>(value: unknown, isOne: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

/** The steps, if they lead away from the text and back to it; otherwise only the text. */
function soundHistory(history: EditHistory): EditHistory {
  const done = history.past.length;
  const all = done + history.future.length;
  const isSound = [0, all].every((at) => goToStep(goToStep(history, at), done).text === history.text);
  return isSound ? history : { text: history.text, past: [], future: [] };
}
