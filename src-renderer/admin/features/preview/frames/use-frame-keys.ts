import { useCallback, useRef } from 'react';
import type { FrameKey } from '../../../../shared/preview-link/messages';
import { runCommand } from '../../../platform/commands/command-store';
import { isSingle, onMac, readStroke, strokeOf, type Waiting } from '../../../platform/commands/key-strokes';
import { useKeymap } from '../../../platform/commands/keymap';
import { useSingleKeys } from '../../../platform/commands/single-keys';

/** Runs commands for keys pressed inside a frame, which the window never sees. */
export function useFrameKeys(): (press: FrameKey) => void {
  const waiting = useRef<Waiting | null>(null);
  return useCallback((press) => {
    const stroke = strokeOf(press, onMac());
    if (stroke === null || (isSingle(stroke) && !useSingleKeys.getState().on)) return;
    const { chosen } = useKeymap.getState();
    const read = readStroke(stroke, waiting.current, performance.now(), { chosen });
    waiting.current = read.waiting;
    if (read.command) runCommand(read.command);
  }, []);
}
