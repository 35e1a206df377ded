import { isSingle, type KeyPress, SEQUENCE_MS, strokeOf } from './key-strokes';

/** The state of recording new keys. */
export type Recording =
  /** Nothing yet. `refused`: why the last keys cannot be taken; null: none were pressed. */
  | { readonly kind: 'waiting'; readonly refused: string | null }
  /** A key that may become the first of two, until the time is up. */
  | { readonly kind: 'maybe-more'; readonly keys: string; readonly untilMs: number }
  | { readonly kind: 'done'; readonly keys: string }
  | { readonly kind: 'turned-off' }
  | { readonly kind: 'canceled' };

/** The start of a recording. */
export const NOTHING_YET: Recording = { kind: 'waiting', refused: null };

/** Keys of browsers and of text, which never reach a page or must keep their meaning there. */
const TAKEN = new Set(
  ['A', 'C', 'V', 'X', 'Y', 'Z', 'W', 'T', 'N', 'Q', 'R', 'L', 'Tab'].map((key) => `Mod+${key}`),
);
TAKEN.delete('Mod+Z'); // undoing an action outside of text is a separate command
const MOVES = /^(Shift\+)?(Tab|Enter|Escape|Backspace|Delete|Arrow\w+|Home|End|Page\w+|Space)$/;

/**
 * The next state after a key. Escape changes nothing, Backspace turns the keys of the command off, Enter finishes after
 * one key without waiting for a second.
 */
export function recordKey(state: Recording, press: KeyPress, isMac: boolean, nowMs: number): Recording {
  if (press.key === 'Escape') return { kind: 'canceled' };
  if (press.key === 'Backspace') return { kind: 'turned-off' };
  if (press.key === 'Enter' && state.kind === 'maybe-more') return { kind: 'done', keys: state.keys };
  const stroke = strokeOf(press, isMac);
  if (stroke === null) {
    return press.altKey && !['Alt', 'AltGraph'].includes(press.key)
      ? { kind: 'waiting', refused: 'Keys with Alt type letters in many languages.' }
      : state;
  }
  if (MOVES.test(stroke)) return { kind: 'waiting', refused: 'This key moves within the page or a list.' };
  if (TAKEN.has(stroke)) return { kind: 'waiting', refused: 'The browser or text fields need these keys.' };
  if (!isSingle(stroke)) return { kind: 'done', keys: stroke };
  if (state.kind === 'maybe-more' && nowMs <= state.untilMs) {
    return { kind: 'done', keys: `${state.keys} ${stroke}` };
  }
  return { kind: 'maybe-more', keys: stroke, untilMs: nowMs + SEQUENCE_MS };
}

/** The state when time has passed without a key. */
export function afterPause(state: Recording, nowMs: number): Recording {
  return state.kind === 'maybe-more' && nowMs >= state.untilMs ? { kind: 'done', keys: state.keys } : state;
}
