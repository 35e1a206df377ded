import { create } from 'zustand';
import {
  changeText,
  type EditHistory,
  goToStep,
  redo,
  type StepLabel,
  startHistory,
  undo,
} from '../../../ui/drafts/edit-history';
import { readSchema } from './read-schema';

/** What was typed into a field and cannot become part of the document yet. It stays as typed until it can. */
export interface UnfinishedText {
  /** Pointer of the row that it belongs to. */
  readonly pointer: string;
  /** The keyword that it is the value of; `key`: it is the key of the row. */
  readonly field: string;
  /** The field as the user reads it: "At least". */
  readonly label: string;
  readonly text: string;
  /** Why it is not in the document, as a sentence. */
  readonly reason: string;
}

/** A schema being edited. It outlives the screen, so that navigating away loses nothing. */
export interface SchemaDraft {
  readonly history: EditHistory;
  /** The text that this started from or that was saved last; null: the event type had no schema. */
  readonly base: string | null;
  /** The same as the instance served it: if that changes, somebody else changed it. */
  readonly served: string | null;
  /** Pointer of the row that has the focus. */
  readonly focus: string;
  /** When the browser stored it, in milliseconds since 1970, if it was restored from there; null: it was not. */
  readonly keptAt: number | null;
  /** Texts of fields that the document does not have, in the order in which they were typed. */
  readonly unfinished: readonly UnfinishedText[];
  /** While the text is no schema: the last text that was one. Null: the text is one, or none is known. */
  readonly valid: string | null;
}

interface SchemaDraftState {
  /** By `{instance}/{event type}`. */
  readonly drafts: ReadonlyMap<string, SchemaDraft>;
  /** Drafts that the browser has no room for: they end with the window. */
  readonly unkept: ReadonlySet<string>;
}

/** The initial text of a schema that does not exist yet. */
export const FIRST_SCHEMA = '{\n  "type": "object",\n  "properties": {}\n}';

/** All schemas being edited in this window. */
export const useSchemaDrafts = create<SchemaDraftState>(() => ({
  drafts: new Map(),
  unkept: new Set(),
}));

function set(key: string, next: (draft: SchemaDraft) => SchemaDraft): void {
  useSchemaDrafts.setState(({ drafts }) => {
    const draft = drafts.get(key);
    if (!draft) return { drafts };
    const changed = next(draft);
    const valid = validText(draft, changed.history.text);
    return { drafts: new Map(drafts).set(key, valid === changed.valid ? changed : { ...changed, valid }) };
  });
}

function validText({ history, valid }: SchemaDraft, text: string): string | null {
  if (text === history.text) return valid;
  if (readSchema(text).root) return null;
  return readSchema(history.text).root ? history.text : valid;
}

/** True if it contains something that the instance does not have. */
export function isDirty({ history, base, unfinished }: SchemaDraft): boolean {
  return history.text !== (base ?? FIRST_SCHEMA) || unfinished.length > 0;
}

/** The draft of this window, if there is one. */
export function draftOf(key: string): SchemaDraft | undefined {
  return useSchemaDrafts.getState().drafts.get(key);
}

/**
 * Starts with the current state on the instance. Does not touch an existing draft of this window or, as `kept`, of an
 * earlier one.
 */
export function beginDraft(key: string, served: string | null, kept: SchemaDraft | null = null): void {
  const draft = draftOf(key) ?? kept;
  const goesOn = draft && (draft.served === served || isDirty(draft));
  putDraft(key, goesOn ? draft : freshDraft(served));
}

/** Puts a draft in place of any existing one. */
export function putDraft(key: string, draft: SchemaDraft): void {
  useSchemaDrafts.setState(({ drafts }) =>
    drafts.get(key) === draft ? { drafts } : { drafts: new Map(drafts).set(key, draft) },
  );
}

/** The draft of a schema that nobody has edited yet. */
export function freshDraft(served: string | null): SchemaDraft {
  const history = startHistory(served ?? FIRST_SCHEMA);
  return { history, base: served, served, focus: '', keptAt: null, unfinished: [], valid: null };
}

/** Replaces the text of the document, as one step. */
export function changeDraft(key: string, text: string, edit: StepLabel): void {
  set(key, (draft) => {
    const history = changeText(draft.history, text, { focusBefore: draft.focus, ...edit });
    return { ...draft, history, focus: edit.focusAfter ?? draft.focus };
  });
}

/** Keeps a text that is not a value of its field, in place of the earlier one. */
export function keepUnfinished(key: string, text: UnfinishedText): void {
  set(key, (draft) => ({ ...draft, unfinished: [...without(draft, text), text] }));
}

/** Drops the text of a field: it became a value, or was discarded. */
export function dropUnfinished(key: string, field: Pick<UnfinishedText, 'pointer' | 'field'>): void {
  set(key, (draft) => {
    const unfinished = without(draft, field);
    return unfinished.length === draft.unfinished.length ? draft : { ...draft, unfinished };
  });
}

/** Lets the texts of fields follow their rows; null: the row was deleted, and its text with it. */
export function followRows(key: string, place: (pointer: string) => string | null): void {
  set(key, (draft) => {
    if (draft.unfinished.length === 0) return draft;
    const unfinished = draft.unfinished.flatMap((entry) => {
      const pointer = place(entry.pointer);
      return pointer === null ? [] : [{ ...entry, pointer }];
    });
    return { ...draft, unfinished };
  });
}

function without(
  { unfinished }: SchemaDraft,
  { pointer, field }: Pick<UnfinishedText, 'pointer' | 'field'>,
): readonly UnfinishedText[] {
  return unfinished.filter((entry) => entry.pointer !== pointer || entry.field !== field);
}

/** Undoes the last step, and goes to its place. */
export function undoDraft(key: string): void {
  set(key, (draft) => {
    const step = draft.history.past.at(-1);
    return { ...draft, history: undo(draft.history), focus: step?.focusBefore ?? draft.focus };
  });
}

/** Redoes the step that was undone last. */
export function redoDraft(key: string): void {
  set(key, (draft) => {
    const step = draft.history.future.at(-1);
    return { ...draft, history: redo(draft.history), focus: step?.focusAfter ?? draft.focus };
  });
}

/** Undoes or redoes until that many steps are done. */
export function goToDraftStep(key: string, done: number): void {
  set(key, (draft) => ({ ...draft, history: goToStep(draft.history, done) }));
}

/**
 * The instance has this text now: changes are computed against it.
 * @param served the same as the instance served it
 */
export function rebaseDraft(key: string, base: string | null, served: string | null = base): void {
  set(key, (draft) => ({ ...draft, base, served }));
}

/** The user has noticed that the draft was restored. */
export function acceptDraft(key: string): void {
  set(key, (draft) => ({ ...draft, keptAt: null }));
}

/** Records whether the browser has room for it. */
export function noteKept(key: string, isKept: boolean): void {
  useSchemaDrafts.setState(({ unkept }) => {
    if (unkept.has(key) !== isKept) return { unkept };
    const next = new Set(unkept);
    if (isKept) next.delete(key);
    else next.add(key);
    return { unkept: next };
  });
}

export function focusDraft(key: string, focus: string): void {
  set(key, (draft) => (draft.focus === focus ? draft : { ...draft, focus }));
}
