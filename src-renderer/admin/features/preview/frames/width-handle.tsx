import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { clampWidth } from '../preview-address';
import styles from './frames-view.module.css';

interface WidthHandleProps {
  readonly widthPx: number;
  readonly scale: number;
  /** The width during a drag; null when the drag is over. */
  readonly onDrag: (widthPx: number | null) => void;
  readonly onWidth: (widthPx: number) => void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 10,
  ArrowLeft: -10,
  PageUp: 100,
  PageDown: -100,
};

/** Resizes the frames; also by arrow keys, and the toolbar has a field for it. */
export function WidthHandle({ widthPx, scale, onDrag, onWidth }: WidthHandleProps) {
  const from = useRef<{ readonly x: number; readonly widthPx: number; readonly scale: number } | null>(null);
  const at = (event: PointerEvent) =>
    from.current && clampWidth(from.current.widthPx + (event.clientX - from.current.x) / from.current.scale);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onWidth(widthPx + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable line is not a thematic break
    <div
      className={styles.handle}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the frames, in pixels"
      aria-valuenow={widthPx}
      aria-valuemin={320}
      aria-valuemax={2560}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, widthPx, scale };
      }}
      onPointerMove={(event) => {
        const next = at(event);
        if (next !== null) onDrag(next);
      }}
      onPointerUp={(event) => {
        const next = at(event);
        from.current = null;
        onDrag(null);
        if (next !== null) onWidth(next);
      }}
      onPointerCancel={() => {
        from.current = null;
        onDrag(null);
      }}
    />
  );
}
