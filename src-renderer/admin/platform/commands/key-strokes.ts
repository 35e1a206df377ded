import { COMMANDS, type CommandId } from '../../../../src-main/contract/commands';
import type { ChosenKeys } from '../../../../src-main/contract/menu-keys';
import { keysOf } from './chosen-keys';

/** The properties of a key event; a DOM KeyboardEvent fits. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The keys of an unfinished sequence, and how long the next one may take. */
export interface Waiting {
  /** The keys so far, such as `G`. */
  readonly keys: string;
  readonly untilMs: number;
}

/** Redoes too, beside the keys of the table: text fields and the code editor know it. */
export const REDO_TOO = 'Mod+Y';

/** Further keys of a command: redo as in every editor of text, N and P where there is nothing new to make. */
const MEANS_TOO: Readonly<Record<string, CommandId>> = {
  [REDO_TOO]: 'redo',
  N: 'next-problem',
  P: 'previous-problem',
};

/** How long the second key of `G C` may take. */
export const SEQUENCE_MS = 1500;

/**
 * A key press as the table of commands writes it: `Mod+Shift+O`, `F6`, `N`, `?`. Null for keys that no command can
 * have: a modifier alone, Alt, or the other system's modifier.
 * @param isMac true: Mod is Cmd, otherwise Ctrl
 */
export function strokeOf(press: KeyPress, isMac: boolean): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey || ['Shift', 'Control', 'Meta', 'Alt'].includes(key)) return null;
  if (isMac ? ctrlKey : metaKey) return null;
  const mod = isMac ? metaKey : ctrlKey;
  const letter = /^[a-z]$/i.test(key);
  // "?" is typed with Shift on some keyboards and without on others: only the character counts.
  const shift = shiftKey && (letter || key.length > 1);
  const name = key === ' ' ? 'Space' : letter ? key.toUpperCase() : key;
  return `${mod ? 'Mod+' : ''}${shift ? 'Shift+' : ''}${name}`;
}

/** True for keys that also write text: they act only outside of text, and can be turned off. */
export function isSingle(keys: string): boolean {
  return !keys.startsWith('Mod+') && !/^(Shift\+)?F\d+$/.test(keys);
}

/** Which keys run which commands, here and now. */
interface KeysInUse {
  /** Keys that differ from the table. */
  readonly chosen?: ChosenKeys;
  /** Whether a command is available now; keys of unavailable ones do nothing. Absent: all are available. */
  readonly isOffered?: (id: CommandId) => boolean;
}

/**
 * The result of a stroke.
 * @param waiting the sequence started by the previous strokes; null: none
 * @returns a command, or what is awaited next, or neither
 */
export function readStroke(
  stroke: string,
  waiting: Waiting | null,
  nowMs: number,
  { chosen = {}, isOffered = () => true }: KeysInUse = {},
): { readonly command: CommandId | null; readonly waiting: Waiting | null } {
  const keys = waiting && nowMs <= waiting.untilMs ? `${waiting.keys} ${stroke}` : stroke;
  const offered = COMMANDS.filter(({ id }) => isOffered(id));
  const runs = (wanted: string) => offered.find((command) => keysOf(chosen, command.id) === wanted);
  // Unless the keys mean something else here, or were chosen for something else.
  const row = runs(keys) ?? offered.find(({ id }) => id === MEANS_TOO[keys]);
  if (row) return { command: row.id, waiting: null };
  if (offered.some((command) => keysOf(chosen, command.id)?.startsWith(`${keys} `))) {
    return { command: null, waiting: { keys, untilMs: nowMs + SEQUENCE_MS } };
  }
  // "G N" is not a sequence, and the one that was started is over.
  return { command: null, waiting: null };
}

const MAC_NAMES: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };
const OTHER_NAMES: Readonly<Record<string, string>> = { Mod: 'Ctrl' };
const KEY_SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** Keys as this system writes them: `Ctrl K`, on a Mac `⌘ K`; for a sequence, key by key. */
export function keyNames(keys: string, isMac: boolean): string[] {
  return keys
    .split(' ')
    .flatMap((stroke) => stroke.split('+'))
    .map((key) => (isMac ? MAC_NAMES[key] : OTHER_NAMES[key]) ?? KEY_SIGNS[key] ?? key);
}

/** Keys as this computer writes them, in one line: `Ctrl Enter`, on a Mac `⌘ Enter`. */
export function keyLabel(keys: string): string {
  return keyNames(keys, onMac()).join(' ');
}

/** True on a Mac, where Cmd has the role of Ctrl. */
export function onMac(): boolean {
  return /Mac/.test(navigator.platform);
}
