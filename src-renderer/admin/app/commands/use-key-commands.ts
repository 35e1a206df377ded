import { useEffect } from 'react';
import type { CommandId } from '../../../../src-main/contract/commands';
import { keysOf } from '../../platform/commands/chosen-keys';
import { actOf, useCommandStore } from '../../platform/commands/command-store';
import {
  isSingle,
  onMac,
  REDO_TOO,
  readStroke,
  strokeOf,
  type Waiting,
} from '../../platform/commands/key-strokes';
import { useKeymap } from '../../platform/commands/keymap';
import { useSingleKeys } from '../../platform/commands/single-keys';

const TEXT = 'input, textarea, select, [contenteditable], [role=textbox], .monaco-editor';
/** Elements that use Space themselves, unless a list says that it takes the keys of the screen. */
const WANTS_SPACE = 'a, button, [role=option], [role=row], [role=treeitem], [role=tab], summary';
const LISTS = '[role=grid], [role=treegrid], [role=tree], [role=listbox], [role=table]';
// The code editor keeps its search in the page as a dialog, whether it is open or not.
const LAYER = ':is([role=dialog], [role=alertdialog], [role=menu]):not(.monaco-editor *)';

const MENU = '[role=menu], [role=listbox]';

/** Runs commands by their keys, wherever they are available. */
export function useKeyCommands(): void {
  useEffect(() => {
    let waiting: Waiting | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      const stroke = strokeOf(event, onMac());
      const { chosen, isRecording } = useKeymap.getState();
      if (stroke === null || event.isComposing || isRecording) return;
      const target = event.target as HTMLElement;
      const saves = stroke === keysOf(chosen, 'save');
      // The browser would save the page.
      if (saves) event.preventDefault();
      // A layer has its own keys; what is below it is not in use.
      const layer = [...document.querySelectorAll(LAYER)].at(-1);
      if (layer) {
        if (!saves) return;
        if (!target.closest(MENU)) {
          saveButtonOf(layer)?.click();
          return;
        }
        // A menu chooses nothing by that, and is out of the way.
        target.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        );
      }
      if (isSingle(stroke) && !mayBeSingle(stroke, target)) {
        waiting = null;
        return;
      }
      // Keys that undo typing belong to the text.
      const belongsToText =
        stroke === 'Mod+Z' ||
        stroke === 'Mod+Shift+Z' ||
        stroke === REDO_TOO ||
        stroke === keysOf(chosen, 'undo') ||
        stroke === keysOf(chosen, 'redo');
      if (belongsToText && target.closest(TEXT)) return;
      const { offers } = useCommandStore.getState();
      const isOffered = (id: CommandId) => actOf(offers, id) !== undefined;
      const read = readStroke(stroke, waiting, performance.now(), { chosen, isOffered });
      waiting = read.waiting;
      const act = read.command && actOf(offers, read.command);
      if (!act && !waiting) return;
      // Before the list sees the key: it would jump to the next row that begins with that letter.
      event.preventDefault();
      event.stopPropagation();
      act?.run();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** The main button of a sheet, if it saves what was typed there; a dangerous one is pressed by hand. */
function saveButtonOf(layer: Element): HTMLElement | undefined {
  return [...layer.querySelectorAll<HTMLElement>('[data-foot] button')]
    .slice(-1)
    .find(({ dataset, textContent }) => dataset.kind !== 'danger' && textContent.startsWith('Save'));
}

/** Letters act in a list, or on a screen just opened by keys; other characters act everywhere except in text. */
function mayBeSingle(stroke: string, target: HTMLElement): boolean {
  // In a grid of texts, a character begins the text of a cell.
  if (!useSingleKeys.getState().on || target.closest(`${TEXT}, [data-takes-text]`)) return false;
  if (stroke === 'Space')
    return !target.closest(WANTS_SPACE) || target.closest('[data-takes-space]') !== null;
  if (!/^(Shift\+)?[A-Z]$/.test(stroke)) return true;
  return target.id === 'main' || target.closest('#main')?.contains(target.closest(LISTS)) === true;
}
