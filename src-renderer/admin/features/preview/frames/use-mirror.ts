import { useCallback, useEffect, useRef, useState } from 'react';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import type { FrameKey, FromFrame } from '../../../../shared/preview-link/messages';
import type { FramePort } from '../../../parts/portal-frame/frame-port';
import { runCommand } from '../../../platform/commands/command-store';
import { isSingle, onMac, readStroke, strokeOf, type Waiting } from '../../../platform/commands/key-strokes';
import { useKeymap } from '../../../platform/commands/keymap';
import { useSingleKeys } from '../../../platform/commands/single-keys';
import { type PreviewType, visibleNames } from '../visible-types';
import type { PlannedFrame } from './frame-plan';
import { mayGo, mirroredPoint } from './mirror';

interface MirrorParts {
  readonly frames: readonly PlannedFrame[];
  readonly types: readonly PreviewType[];
  readonly page: string;
  readonly sync: boolean;
  readonly onPage: (page: string) => void;
}

/** Repeats what happens in one frame in the others: navigation, scrolling, pointing. */
export function useMirror(parts: MirrorParts) {
  const latest = useRef(parts);
  latest.current = parts;
  const ports = useRef(new Map<string, FramePort>());
  const names = useRef(new Map<string, ReadonlySet<string>>());
  /** The page of each frame, as it reported or as it was told. */
  const paths = useRef(new Map<string, string>());
  const [pointed, setPointed] = useState<{ readonly from: string; readonly name: string } | null>(null);
  const giveKey = useFrameKeys();

  const sendTo = useCallback((key: string, set: FlagSet, page: string) => {
    if (!mayGo(page, visibleNames(latest.current.types, set)) || paths.current.get(key) === page) return;
    paths.current.set(key, page);
    ports.current.get(key)?.send({ kind: 'go', path: page });
  }, []);

  // The page in the toolbar or the address.
  const { page, frames } = parts;
  useEffect(() => {
    for (const { key, set } of frames) sendTo(key, set, page);
  }, [page, frames, sendTo]);

  const onPort = useCallback((key: string, port: FramePort | null) => {
    if (port) ports.current.set(key, port);
    else {
      ports.current.delete(key);
      names.current.delete(key);
      paths.current.delete(key);
    }
  }, []);

  const onSaid = useCallback(
    (from: string, message: FromFrame) => {
      const now = latest.current;
      const others = now.frames.filter(({ key }) => key !== from);
      switch (message.kind) {
        case 'names':
          names.current.set(from, new Set(message.names));
          return;
        case 'path': {
          if (paths.current.get(from) === message.path) return;
          const isFirst = !paths.current.has(from);
          paths.current.set(from, message.path);
          if (isFirst || message.alone || !now.sync) return;
          for (const { key, set } of others) sendTo(key, set, message.path);
          now.onPage(message.path);
          return;
        }
        case 'scrolled':
          if (message.alone || !now.sync) return;
          for (const { key } of others) {
            if (paths.current.get(key) !== paths.current.get(from)) continue;
            const to = mirroredPoint(message.at, now.types, names.current.get(key) ?? new Set());
            ports.current.get(key)?.send({ kind: 'scroll', to });
          }
          return;
        case 'hover':
          setPointed(message.name === null ? null : { from, name: message.name });
          return;
        case 'key':
          giveKey(message.press);
      }
    },
    [giveKey, sendTo],
  );
  return { onPort, onSaid, pointed, ports };
}

/** Runs commands for keys pressed inside a frame, which the window never sees. */
function useFrameKeys(): (press: FrameKey) => void {
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
