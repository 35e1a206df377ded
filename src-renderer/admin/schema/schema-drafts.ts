import { create } from 'zustand';
import {
  changeText,
  type EditHistory,
  goToStep,
  redo,
  type StepWords,
  startHistory,
  undo,
} from '../../schema-edit/history';

/** A schema that is being worked on. It outlives the screen, so that going elsewhere loses nothing. */
export interface SchemaDraft {
  readonly history: EditHistory;
  /** What the instance had when this began, or was saved last; null: the event type had no schema. */
  readonly base: string | null;
  /** Pointer of the row that has the focus. */
  readonly focus: string;
}

interface SchemaDraftState {
  /** By `{instance}/{event type}`. */
  readonly drafts: ReadonlyMap<string, SchemaDraft>;
}

/** What a schema begins with where there is none. */
export const FIRST_SCHEMA = '{\n  "type": "object",\n  "properties": {}\n}';

/** All schemas that are being worked on in this window. */
export const useSchemaDrafts = create<SchemaDraftState>(() => ({ drafts: new Map() }));

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

/** Begins with what the instance has now; nothing that was begun before is touched. */
export function beginDraft(key: string, base: string | null): void {
  useSchemaDrafts.setState(({ drafts }) => {
    const draft = drafts.get(key);
    if (draft && (draft.base === base || isDirty(draft))) return { drafts };
    const fresh = { history: startHistory(base ?? FIRST_SCHEMA), base, focus: '' };
    return { drafts: new Map(drafts).set(key, fresh) };
  });
}

/** Puts another text in the document's place, as a step. */
export function changeDraft(key: string, text: string, said: StepWords): void {
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

/** The instance has this text now: it is what changes are told from. */
export function rebaseDraft(key: string, base: string | null): void {
  set(key, (draft) => ({ ...draft, base }));
}

export function focusDraft(key: string, focus: string): void {
  set(key, (draft) => (draft.focus === focus ? draft : { ...draft, focus }));
}
