import { type KeyboardEvent, useRef, useState } from 'react';
import { changeText, type EditHistory, redo, startHistory, undo } from '../../ui/drafts/edit-history';

/** Keys that follow each other sooner than this are one step. */
const REST_MS = 1000;

/**
 * Steps of a text that is edited in several ways, to undo and redo.
 * @param text as the form has it; when others change it, that is no step
 */
export function useTextSteps(text: string, onChange: (text: string) => void) {
  const [kept, setKept] = useState<EditHistory>(() => startHistory(text));
  const last = useRef({ at: 0, group: 0 });
  const history = kept.text === text ? kept : startHistory(text);
  const go = (next: EditHistory) => {
    setKept(next);
    if (next.text !== text) onChange(next.text);
  };
  const step = (move: typeof undo) => {
    last.current = { at: 0, group: last.current.group };
    go(move(history));
  };
  return {
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => step(undo),
    redo: () => step(redo),
    /** @param what keys in the same place are one step; null: this is one of its own */
    change(next: string, what: string | null) {
      const now = performance.now();
      const goesOn = what !== null && now - last.current.at < REST_MS;
      last.current = { at: now, group: last.current.group + (goesOn ? 0 : 1) };
      go(
        changeText(history, next, {
          label: '',
          group: what === null ? null : `${what} ${last.current.group}`,
        }),
      );
    },
    /** The keys for it, before a field undoes only what was typed there. */
    onKeyDownCapture(event: KeyboardEvent) {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (key !== 'z' && !(key === 'y' && !event.shiftKey)) return;
      event.preventDefault();
      event.stopPropagation();
      step(key === 'y' || event.shiftKey ? redo : undo);
    },
  };
}
