import { onMac } from '../commands/key-strokes';

/** The keys that switch whether Tab in the code editor writes or moves the focus. Monaco's, and different on a Mac. */
export function tabSwitchKeys(): string {
  return onMac() ? '⌃ ⇧ M' : 'Ctrl M';
}
