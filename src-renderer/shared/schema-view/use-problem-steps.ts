import { type KeyboardEvent, useRef } from 'react';
import { announce } from '../../ui/toast-store';
import type { TextPlace } from './text-place';

/** A problem and its place in the text. */
export interface PlacedProblem {
  readonly place: TextPlace;
  readonly label: string;
}

/**
 * F8 goes to the next problem of a text, Shift+F8 to the one before, around the end.
 * @returns what reads the keys; call it while they are on their way down, before an editor takes them
 */
export function useProblemSteps(
  problems: readonly PlacedProblem[],
  onGo: (place: TextPlace) => void,
): (event: KeyboardEvent) => void {
  const last = useRef<PlacedProblem | null>(null);
  return (event) => {
    if (event.key !== 'F8' || event.ctrlKey || event.metaKey || event.altKey || problems.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const sorted = problems.toSorted((a, b) => a.place.start - b.place.start);
    const at = last.current ? sorted.indexOf(last.current) : -1;
    const step = event.shiftKey ? (at < 0 ? -1 : at - 1) : at + 1;
    const next = sorted.at(step % sorted.length);
    if (!next) return;
    last.current = next;
    announce(next.label);
    onGo(next.place);
  };
}
