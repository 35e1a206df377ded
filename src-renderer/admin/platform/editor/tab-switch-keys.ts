import { onMac } from '../commands/key-strokes';

/** What switches in the code editor whether Tab writes or moves the focus. It is not ours, and another on a Mac. */
export function tabSwitchKeys(): string {
  return onMac() ? '⌃ ⇧ M' : 'Ctrl M';
}
