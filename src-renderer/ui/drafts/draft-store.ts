import { create } from 'zustand';
import { isObject, type JsonObject } from '../../../src-server/json-schema/plain-json';
import { browserStorage, keepInBrowser } from '../browser-storage';

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

/** Forms whose text the browser did not take, since its storage is full or refused: it is here until the page is left. */
const unkept = new Set<string>();

/** What the fields were before they were changed, by form: one that is put back while it is saved has changed once more. */
const initials = new Map<string, Map<string, unknown>>();

/** All drafts of this tab by the key of their form; a reload keeps them. */
export const useDrafts = create<Drafts>(() => readAll(storage()));

/** Changes a field of a draft; the draft is gone once nothing differs from what was opened. */
export function changeDraft(key: string, change: DraftChange): void {
  const next = withChange(useDrafts.getState()[key], change);
  const before = initials.get(key) ?? new Map<string, unknown>();
  initials.set(key, before.set(change.field, change.initial));
  if (next === null) remove(key);
  else put(key, next);
}

/** Forgets what was typed: it is saved, or not wanted. */
export function forgetDraft(key: string): void {
  initials.delete(key);
  remove(key);
}

function remove(key: string): void {
  const { [key]: gone, ...rest } = useDrafts.getState();
  if (gone === undefined) return;
  useDrafts.setState(rest, true);
  unkept.delete(key);
  storage().removeItem(PREFIX + key);
}

/**
 * What was typed up to `saved` is stored now; what was typed while it was saved goes on from there.
 * @param opened what is stored now
 * @param next the form that goes on with it, for something new that has one of its own now
 * @returns false: more was typed
 */
export function settleDraft(
  key: string,
  saved: KeptDraft | undefined,
  opened: unknown,
  next: string = key,
): boolean {
  const now = useDrafts.getState()[key];
  const before = saved?.fields ?? {};
  const known = initials.get(key);
  // In a form for something new, a field that was put back begins anew, and so does a part of one that is saved.
  const isNew = opened === null && (saved?.opened ?? null) === null;
  const typed = Object.entries(now?.fields ?? {})
    .filter(([name, value]) => !isSame(value, before[name]))
    .map(([name, value]) => [name, isNew ? unsaved(value, before[name], known?.get(name)) : value] as const)
    .filter(([name, value]) => !isNew || !known?.has(name) || !isSame(value, known.get(name)));
  const putBack = isNew ? [] : Object.keys(before).filter((name) => now?.fields[name] === undefined);
  const fields = Object.fromEntries([
    ...typed,
    ...putBack.flatMap((name) => (known?.has(name) ? [[name, known.get(name)] as const] : [])),
  ]);
  forgetDraft(key);
  if (Object.keys(fields).length === 0) return true;
  put(next, { opened, fields, secrets: now?.secrets ?? [] });
  return false;
}

/** A value that was typed on while it was saved, with what it began with in place of each member that is saved. */
function unsaved(value: unknown, saved: unknown, initial: unknown): unknown {
  if (!hasMembers(value) || !hasMembers(saved) || !hasMembers(initial)) return value;
  const members = Object.entries(value).filter(([name, member]) => !isSame(member, saved[name]));
  return { ...initial, ...Object.fromEntries(members) };
}

/** Whether a value of a field has members of its own. */
function hasMembers(value: unknown): value is JsonObject {
  return isObject(value) && !(value instanceof Set);
}

/** Forgets what is never stored, since somebody logs out: whoever logs in next must not find it. */
export function forgetSecrets(): void {
  for (const [key, draft] of Object.entries(useDrafts.getState())) {
    const fields = openFields(draft);
    if (Object.keys(fields).length === 0) forgetDraft(key);
    else put(key, { ...draft, fields, secrets: [] });
  }
}

/** Forgets what was typed into all forms whose key begins like this. */
export function forgetDrafts(prefix: string): void {
  for (const key of Object.keys(useDrafts.getState())) if (key.startsWith(prefix)) forgetDraft(key);
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

/** Whether leaving the page would lose text: secrets, which are not kept, or what there was no room for. */
export function wouldLose(drafts: Drafts): boolean {
  return Object.entries(drafts).some(
    ([key, { fields, secrets }]) => unkept.has(key) || secrets.some((name) => Object.hasOwn(fields, name)),
  );
}

/** Whether two values of a field say the same. */
export function isSame(value: unknown, other: unknown): boolean {
  return encode(value) === encode(other);
}

/** How a value that was kept has to look. */
interface LikenessRules {
  /** True: a member may be null or absent where the other has one, as in an answer of the API. */
  readonly mayLack?: boolean;
}

/**
 * Whether a value that was kept can stand where the other one stands: what was kept by another version of the page, or
 * changed by hand, must not break it. Where the other one is null or an empty list, anything but objects can.
 */
export function isLike(value: unknown, other: unknown, rules: LikenessRules = {}): boolean {
  if (value === null || value === undefined) return rules.mayLack === true || other === value;
  if (other === null || other === undefined) return rules.mayLack === true || !hasObjects(value);
  if (typeof other !== 'object' || typeof value !== 'object') return typeof value === typeof other;
  if (other instanceof Set || value instanceof Set) return other instanceof Set && value instanceof Set;
  if (Array.isArray(other) || Array.isArray(value)) {
    if (!Array.isArray(other) || !Array.isArray(value)) return false;
    const [first = null] = other;
    return value.every((item) => isLike(item, first, rules));
  }
  const members = value as Readonly<Record<string, unknown>>;
  return Object.entries(other).every(([name, member]) => isLike(members[name], member, rules));
}

/** Whether a form of what is there now can have been opened with this; of something new, only with null or a plain value. */
export function canBeOpened(opened: unknown, current: unknown): boolean {
  return opened == null || current == null
    ? !hasObjects(opened ?? current)
    : isLike(opened, current, { mayLack: true });
}

/** The members that can stand where those of the other one stand. */
export function likeMembers<T extends object>(
  members: Partial<T>,
  other: T,
  rules: LikenessRules = {},
): Partial<T> {
  const entries = Object.entries(members).filter(([name, value]) =>
    isLike(value, other[name as keyof T], rules),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

function hasObjects(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasObjects);
  return typeof value === 'object' && value !== null;
}

/** Of this tab alone. */
function storage(): Storage {
  return browserStorage('session');
}

function put(key: string, draft: KeptDraft): void {
  useDrafts.setState({ [key]: draft });
  const fields = openFields(draft);
  unkept.delete(key);
  if (Object.keys(fields).length === 0) storage().removeItem(PREFIX + key);
  else if (!keepInBrowser(PREFIX + key, encode({ ...draft, fields, secrets: [] }), storage()))
    unkept.add(key);
}

/** The fields that may be stored. */
function openFields({ fields, secrets }: KeptDraft): KeptDraft['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !secrets.includes(name)));
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
  return JSON.stringify(value ?? null, (_key, member: unknown) =>
    member instanceof Set ? { $set: [...member].sort() } : member,
  );
}

/** Null: it is no draft. */
function decode(text: string): KeptDraft | null {
  const draft = parse(text);
  const isDraft = isLike(draft, { fields: {}, secrets: [] }) && !Array.isArray((draft as KeptDraft).fields);
  return isDraft ? (draft as KeptDraft) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_key, member: unknown) => {
      const members =
        member !== null && typeof member === 'object' ? (member as { $set?: unknown }).$set : undefined;
      return Array.isArray(members) ? new Set(members) : member;
    });
  } catch {
    return null;
  }
}
