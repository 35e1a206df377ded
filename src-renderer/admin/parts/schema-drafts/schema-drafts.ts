import { create } from 'zustand';
import {
  changeText,
  type EditHistory,
  goToStep,
  redo,
  type StepLabel,
  startHistory,
  undo,
} from '../../../shared/schema-edit/history';

/** A schema that is being worked on. It outlives the screen, so that going elsewhere loses nothing. */
export interface SchemaDraft {
  readonly history: EditHistory;
  /** What this began from, or was saved last, as it stood here; null: the event type had no schema. */
  readonly base: string | null;
  /** The same as the instance gave it: a change of that is somebody else's. */
  readonly served: string | null;
  /** Pointer of the row that has the focus. */
  readonly focus: string;
  /** When the browser kept it, in milliseconds since 1970, where it came back from there; null: it did not. */
  readonly keptAt: number | null;
}

interface SchemaDraftState {
  /** By `{instance}/{event type}`. */
  readonly drafts: ReadonlyMap<string, SchemaDraft>;
  /** Those that the browser has no room for: they end with the window. */
  readonly unkept: ReadonlySet<string>;
}

/** What a schema begins with where there is none. */
export const FIRST_SCHEMA = '{\n  "type": "object",\n  "properties": {}\n}';

/** All schemas that are being worked on in this window. */
export const useSchemaDrafts = create<SchemaDraftState>(() => ({
  drafts: new Map(),
  unkept: new Set(),
}));

function set(key: string, next: (draft: SchemaDraft) => SchemaDraft): void {
  useSchemaDrafts.setState(({ drafts }) => {
    const draft = drafts.get(key);
    return draft ? { drafts: new Map(drafts).set(key, next(draft)) } : { drafts };
  });
}

/** True if there is something that the instance does not have. */
export function isDirty({ history, base }: SchemaDraft): boolean {
  return history.text !== (base ?? FIRST_SCHEMA);
}

/** The draft of this window, if there is one. */
export function draftOf(key: string): SchemaDraft | undefined {
  return useSchemaDrafts.getState().drafts.get(key);
}

/**
 * Begins with what the instance has now. Nothing that was begun before is touched, in this window or, as `kept`, in
 * one before it.
 */
export function beginDraft(key: string, served: string | null, kept: SchemaDraft | null = null): void {
  const draft = draftOf(key) ?? kept;
  const goesOn = draft && (draft.served === served || isDirty(draft));
  putDraft(key, goesOn ? draft : freshDraft(served));
}

/** Puts a draft in the place of whatever there is. */
export function putDraft(key: string, draft: SchemaDraft): void {
  useSchemaDrafts.setState(({ drafts }) =>
    drafts.get(key) === draft ? { drafts } : { drafts: new Map(drafts).set(key, draft) },
  );
}

/** What a schema begins with that nobody works on yet. */
export function freshDraft(served: string | null): SchemaDraft {
  return { history: startHistory(served ?? FIRST_SCHEMA), base: served, served, focus: '', keptAt: null };
}

/** Puts another text in the document's place, as a step. */
export function changeDraft(key: string, text: string, said: StepLabel): void {
  set(key, (draft) => {
    const history = changeText(draft.history, text, { focusBefore: draft.focus, ...said });
    return { ...draft, history, focus: said.focusAfter ?? draft.focus };
  });
}

/** Takes the last step back, and goes to where it was done. */
export function undoDraft(key: string): void {
  set(key, (draft) => {
    const step = draft.history.past.at(-1);
    return { ...draft, history: undo(draft.history), focus: step?.focusBefore ?? draft.focus };
  });
}

/** Does the step again that was taken back last. */
export function redoDraft(key: string): void {
  set(key, (draft) => {
    const step = draft.history.future.at(-1);
    return { ...draft, history: redo(draft.history), focus: step?.focusAfter ?? draft.focus };
  });
}

/** Goes to where that many steps are done. */
export function goToDraftStep(key: string, done: number): void {
  set(key, (draft) => ({ ...draft, history: goToStep(draft.history, done) }));
}

/**
 * The instance has this text now: it is what changes are told from.
 * @param served the same as the instance gave it
 */
export function rebaseDraft(key: string, base: string | null, served: string | null = base): void {
  set(key, (draft) => ({ ...draft, base, served }));
}

/** It was seen that the draft came back. */
export function acceptDraft(key: string): void {
  set(key, (draft) => ({ ...draft, keptAt: null }));
}

/** Notes whether the browser has room for it. */
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
