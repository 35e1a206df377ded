/**
 * One document and everything that was done to it, as pieces of text that were put in place of others: undoing is
 * exact whatever made the change, a row of the grid or a key in the code.
 */
export interface EditHistory {
  /** The document now. */
  readonly text: string;
  /** What was done, oldest first. */
  readonly past: readonly EditStep[];
  /** What was undone, the next to be done again last. */
  readonly future: readonly EditStep[];
}

/** One intent, however many changes it took. */
export interface EditStep {
  /** Counts up; tells steps apart. */
  readonly id: number;
  /** What was done, in words: "Rename total to amount". */
  readonly label: string;
  /** Steps that follow each other with the same group are one; null stands alone. */
  readonly group: string | null;
  /** Where the pieces stand, in characters. */
  readonly at: number;
  readonly removed: string;
  readonly added: string;
  /** Pointer of the row that was in focus before, and the one after; null: none. */
  readonly focusBefore: string | null;
  readonly focusAfter: string | null;
}

/** What is said about a change. */
export interface StepLabel {
  readonly label: string;
  readonly group?: string | null;
  readonly focusBefore?: string | null;
  readonly focusAfter?: string | null;
}

/** More are forgotten, the oldest first. */
const STEPS_MAX = 500;

/** A document nothing was done to yet. */
export function startHistory(text: string): EditHistory {
  return { text, past: [], future: [] };
}

/** Puts another text in the document's place. The same history when nothing changes. */
export function changeText(history: EditHistory, text: string, said: StepLabel): EditHistory {
  if (text === history.text) return history;
  const { label, group = null, focusBefore = null, focusAfter = null } = said;
  const last = history.past.at(-1);
  if (last && group !== null && last.group === group && history.future.length === 0) {
    const before = replaced(history.text, last.at, last.added, last.removed);
    const rest = history.past.slice(0, -1);
    // Typed and taken back within one intent: nothing was done.
    if (before === text) return { text, past: rest, future: [] };
    const step = { ...last, label, ...difference(before, text), focusAfter };
    return { text, past: [...rest, step], future: [] };
  }
  const id = (last?.id ?? 0) + 1;
  const step = { id, label, group, focusBefore, focusAfter, ...difference(history.text, text) };
  return { text, past: [...history.past, step].slice(-STEPS_MAX), future: [] };
}

/** Takes the last step back. The same history when there is none. */
export function undo(history: EditHistory): EditHistory {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    text: replaced(history.text, step.at, step.added, step.removed),
    past: history.past.slice(0, -1),
    future: [...history.future, step],
  };
}

/** Does the step again that was taken back last. The same history when there is none. */
export function redo(history: EditHistory): EditHistory {
  const step = history.future.at(-1);
  if (!step) return history;
  return {
    text: replaced(history.text, step.at, step.removed, step.added),
    past: [...history.past, step],
    future: history.future.slice(0, -1),
  };
}

/** Goes to where that many steps are done, back or forth. */
export function goToStep(history: EditHistory, done: number): EditHistory {
  let now = history;
  while (now.past.length > done && now.past.length > 0) now = undo(now);
  while (now.past.length < done && now.future.length > 0) now = redo(now);
  return now;
}

function replaced(text: string, at: number, old: string, next: string): string {
  return text.slice(0, at) + next + text.slice(at + old.length);
}

/** The one piece in which two texts differ. */
export function difference(from: string, to: string): { at: number; removed: string; added: string } {
  const most = Math.min(from.length, to.length);
  let at = 0;
  while (at < most && from.charCodeAt(at) === to.charCodeAt(at)) at += 1;
  let end = 0;
  while (end < most - at && from.charCodeAt(from.length - 1 - end) === to.charCodeAt(to.length - 1 - end))
    end += 1;
  return { at, removed: from.slice(at, from.length - end), added: to.slice(at, to.length - end) };
}
