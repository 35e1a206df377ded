/**
 * One document and everything done to it, as pieces of text that replaced others: undo is exact whatever made the
 * change, a row of the grid or a key in the code.
 */
export interface EditHistory {
  /** The document now. */
  readonly text: string;
  /** Steps that were done, oldest first. */
  readonly past: readonly EditStep[];
  /** Steps that were undone; the next one to redo is last. */
  readonly future: readonly EditStep[];
}

/** One intent, however many changes it took. */
export interface EditStep {
  /** A counter that identifies the step. */
  readonly id: number;
  /** What was done, in words: "Rename total to amount". */
  readonly label: string;
  /** Consecutive steps of the same group are one step; null never merges. */
  readonly group: string | null;
  /** Position of the pieces, in characters. */
  readonly at: number;
  readonly removed: string;
  readonly added: string;
  /** Pointers of the rows that had the focus before and after; null: none. */
  readonly focusBefore: string | null;
  readonly focusAfter: string | null;
}

/** Description of a change. */
export interface StepLabel {
  readonly label: string;
  readonly group?: string | null;
  readonly focusBefore?: string | null;
  readonly focusAfter?: string | null;
}

/** Older steps beyond this number are forgotten. */
const STEPS_MAX = 500;

/** A document without changes. */
export function startHistory(text: string): EditHistory {
  return { text, past: [], future: [] };
}

/** Replaces the text of the document. Returns the same history if nothing changes. */
export function changeText(history: EditHistory, text: string, edit: StepLabel): EditHistory {
  if (text === history.text) return history;
  const { label, group = null, focusBefore = null, focusAfter = null } = edit;
  const last = history.past.at(-1);
  if (last && group !== null && last.group === group && history.future.length === 0) {
    const before = textBefore(history, group);
    const rest = history.past.slice(0, -1);
    // Typed and deleted within one intent: nothing was done.
    if (before === text) return { text, past: rest, future: [] };
    const step = { ...last, label, ...difference(before, text), focusAfter };
    return { text, past: [...rest, step], future: [] };
  }
  const id = (last?.id ?? 0) + 1;
  const step = { id, label, group, focusBefore, focusAfter, ...difference(history.text, text) };
  return { text, past: [...history.past, step].slice(-STEPS_MAX), future: [] };
}

/** The document as it was before the steps of a group, if these are its last; otherwise as it is. */
export function textBefore(history: EditHistory, group: string | null): string {
  const last = history.past.at(-1);
  const isOpen = last && group !== null && last.group === group && history.future.length === 0;
  return isOpen ? replaced(history.text, last.at, last.added, last.removed) : history.text;
}

/** Undoes the last step. Returns the same history if there is none. */
export function undo(history: EditHistory): EditHistory {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    text: replaced(history.text, step.at, step.added, step.removed),
    past: history.past.slice(0, -1),
    future: [...history.future, step],
  };
}

/** Redoes the step that was undone last. Returns the same history if there is none. */
export function redo(history: EditHistory): EditHistory {
  const step = history.future.at(-1);
  if (!step) return history;
  return {
    text: replaced(history.text, step.at, step.removed, step.added),
    past: [...history.past, step],
    future: history.future.slice(0, -1),
  };
}

/** Undoes or redoes until that many steps are done. */
export function goToStep(history: EditHistory, done: number): EditHistory {
  let now = history;
  while (now.past.length > done && now.past.length > 0) now = undo(now);
  while (now.past.length < done && now.future.length > 0) now = redo(now);
  return now;
}

function replaced(text: string, at: number, old: string, next: string): string {
  return text.slice(0, at) + next + text.slice(at + old.length);
}

/** The one range in which two texts differ. */
export function difference(from: string, to: string): { at: number; removed: string; added: string } {
  const most = Math.min(from.length, to.length);
  let at = 0;
  while (at < most && from.charCodeAt(at) === to.charCodeAt(at)) at += 1;
  let end = 0;
  while (end < most - at && from.charCodeAt(from.length - 1 - end) === to.charCodeAt(to.length - 1 - end))
    end += 1;
  return { at, removed: from.slice(at, from.length - end), added: to.slice(at, to.length - end) };
}
