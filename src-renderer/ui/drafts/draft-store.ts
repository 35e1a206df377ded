import { create } from 'zustand';
import { browserStorage, isRefused, keepInBrowser } from '../browser-storage';

/** What was typed into one form and is not saved, by the name of its field. A field that is as it was opened is absent. */
export interface KeptDraft {
  /** What the form was opened with, so that later only what was typed is saved. Null: a form for something new. */
  readonly opened: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names of fields that are never written to disk. */
  readonly secrets: readonly string[];
}

type Drafts = Readonly<Record<string, KeptDraft>>;

/** A change of one field. */
export interface DraftChange {
  readonly field: string;
  readonly value: unknown;
  /** What it was when the form was opened. */
  readonly initial: unknown;
  readonly opened: unknown;
  readonly isSecret: boolean;
}

const PREFIX = 'posthorn-draft ';

/** All drafts of this tab by the key of their form; a reload keeps them. */
export const useDrafts = create<Drafts>(() => readAll(storage()));

/** Changes a field of a draft; the draft is gone once nothing differs from what was opened. */
export function changeDraft(key: string, change: DraftChange): void {
  const next = withChange(useDrafts.getState()[key], change);
  if (next === null) {
    forgetDraft(key);
  } else {
    useDrafts.setState({ [key]: next });
    keep(key, next);
  }
}

/** Forgets what was typed: it is saved, or not wanted. */
export function forgetDraft(key: string): void {
  const { [key]: gone, ...rest } = useDrafts.getState();
  if (gone === undefined) return;
  useDrafts.setState(rest, true);
  storage().removeItem(PREFIX + key);
}

/** A draft after a change. Null: nothing differs from what was opened. */
export function withChange(draft: KeptDraft | undefined, change: DraftChange): KeptDraft | null {
  const { [change.field]: _, ...others } = draft?.fields ?? {};
  const fields = isSame(change.value, change.initial) ? others : { ...others, [change.field]: change.value };
  if (Object.keys(fields).length === 0) return null;
  const secrets = new Set(draft?.secrets ?? []);
  if (change.isSecret) secrets.add(change.field);
  return { opened: draft ? draft.opened : change.opened, fields, secrets: [...secrets] };
}

/** Whether leaving the page would lose text: secrets, which are not kept, or all of it where nothing can be kept. */
export function wouldLose(drafts: Drafts, canKeep = !isRefused(storage())): boolean {
  return Object.values(drafts).some(
    ({ fields, secrets }) => !canKeep || secrets.some((name) => Object.hasOwn(fields, name)),
  );
}

/** Whether two values of a field say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return encode(one) === encode(other);
}

/** Of this tab alone. */
function storage(): Storage {
  return browserStorage('session');
}

function keep(key: string, { opened, fields, secrets }: KeptDraft): void {
  const open = Object.entries(fields).filter(([name]) => !secrets.includes(name));
  if (open.length === 0) {
    storage().removeItem(PREFIX + key);
    return;
  }
  // Where it is full, the text is still here until the page is left.
  const text = encode({ opened, fields: Object.fromEntries(open), secrets: [] });
  keepInBrowser(PREFIX + key, text, storage());
}

function readAll(from: Storage): Drafts {
  const keys = Array.from({ length: from.length }, (_, at) => from.key(at) ?? '');
  const kept = keys.filter((key) => key.startsWith(PREFIX));
  return Object.fromEntries(
    kept.flatMap((key) => {
      const draft = decode(from.getItem(key) ?? '');
      return draft ? [[key.slice(PREFIX.length), draft]] : [];
    }),
  );
}

/** As JSON text; a set, which JSON has not, as an object with the single member `$set`. */
function encode(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, one: unknown) =>
    one instanceof Set ? { $set: [...one].sort() } : one,
  );
}

function decode(text: string): KeptDraft | null {
  try {
    return JSON.parse(text, (_key, one: unknown) => {
      const members = one !== null && typeof one === 'object' ? (one as { $set?: unknown }).$set : undefined;
      return Array.isArray(members) ? new Set(members) : one;
    });
  } catch {
    return null;
  }
}
