import { useEffect } from 'react';
import { actOf, useCommandStore } from './command-store';
import { isSingle, onMac, readStroke, strokeOf, type Waiting } from './key-strokes';
import { useSingleKeys } from './single-keys';

const TEXT = 'input, textarea, select, [contenteditable], [role=textbox], .monaco-editor';
const LISTS = '[role=grid], [role=treegrid], [role=tree], [role=listbox], [role=table]';
const LAYER = '[role=dialog], [role=alertdialog], [role=menu]';

/** Gives commands by their keys, wherever they can be given. */
export function useKeyCommands(): void {
  useEffect(() => {
    let waiting: Waiting | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      const stroke = strokeOf(event, onMac());
      if (stroke === null || event.isComposing) return;
      // A layer has its own keys; what is under it is not in use.
      if (document.querySelector(LAYER)) return;
      const target = event.target as HTMLElement;
      if (isSingle(stroke) && !mayBeSingle(stroke, target)) {
        waiting = null;
        return;
      }
      // What undoes typing belongs to the text.
      if (stroke === 'Mod+Z' && target.closest(TEXT)) return;
      const read = readStroke(stroke, waiting, performance.now());
      waiting = read.waiting;
      const act = read.command && actOf(useCommandStore.getState().offers, read.command);
      if (!act && !waiting) return;
      // Before the list sees it: it would jump to the next row that begins with that letter.
      event.preventDefault();
      event.stopPropagation();
      act?.run();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** Letters act in a list, or on a screen that was just gone to by keys; signs everywhere but in text. */
function mayBeSingle(stroke: string, target: HTMLElement): boolean {
  if (!useSingleKeys.getState().on || target.closest(TEXT)) return false;
  if (stroke === '/' || stroke === '?') return true;
  return target.id === 'main' || target.closest('#main')?.contains(target.closest(LISTS)) === true;
}
