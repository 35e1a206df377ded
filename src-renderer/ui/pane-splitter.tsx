import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './pane-splitter.module.css';

interface PaneSplitterProps {
  /** What it resizes, for the accessible name: "Width of the list". */
  readonly label: string;
  /** The id of the pane before it. */
  readonly controls: string;
  /** Width of the pane before it, in pixels. */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  /** The width that a double click restores. */
  readonly initial: number;
  readonly onChange: (width: number) => void;
}

const STEP_PX = 16;
const LEAP_PX = 64;

/**
 * The line between two panes: it is dragged, or moved with the arrow keys (in larger steps with Shift); Home and End
 * set the narrowest and widest width, Enter or a double click the initial one.
 */
export function PaneSplitter({ label, controls, width, min, max, initial, onChange }: PaneSplitterProps) {
  /** Where the drag started, and the width of the pane at that time; null: no drag. */
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const set = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))));
  /** A narrow window may show less than was requested: moving starts from the visible width. */
  const shownWidth = () => document.getElementById(controls)?.offsetWidth ?? width;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LEAP_PX : STEP_PX;
    const now = shownWidth();
    const next = { ArrowLeft: now - step, ArrowRight: now + step, Home: min, End: max, Enter: initial }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: shownWidth() };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) set(drag.current.width + event.clientX - drag.current.x);
  };
  const stop = () => {
    drag.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable line is not the static one of <hr>
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={`${width} pixels`}
      tabIndex={0}
      className={styles.splitter}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={() => set(initial)}
    />
  );
}
